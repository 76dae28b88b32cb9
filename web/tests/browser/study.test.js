import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAME, button, longGame, opener, paste, picture, play, stones, tab, until } from './browser.js';

const open = opener();
const state = (page) => page.locator('.state').textContent();
const answered = (page) => until(async () => !/proving/.test(await state(page)), 'an answer of the solver');

test('a review has verdicts, reasons, and the better line', async () => {
  const page = await open();
  await tab(page, 'Study').click();
  await button(page, 'Review a game').click();
  await paste(page, GAME);
  await page.getByLabel('How long').selectOption('quick');
  await button(page, 'Review').click();
  await until(async () => (await page.locator('.turning li').count()) > 0, 'turning points', 90);
  assert.match(await page.locator('.accuracy').textContent(), /Black\s*\d+ %/);
  await page.locator('.turning button').first().click();
  assert.match(
    await page.locator('.entry').textContent(),
    /Move \d+, (Black|White) [A-J]\d: a (blunder|mistake)\..*is better/,
  );
  await picture(page, 'review');
  await page.locator('.entry button').click();
  assert.ok((await page.locator('.shudan-marker_label').count()) > 2, 'the line is numbered');
  assert.deepEqual(page.troubles, []);
});

test('a game need not wait for a review, which goes on afterwards', async () => {
  const page = await open();
  await tab(page, 'Study').click();
  await button(page, 'Review a game').click();
  await paste(page, longGame());
  await page.getByLabel('How long').selectOption('deep');
  await button(page, 'Review').click();
  await page.locator('progress').waitFor();
  await tab(page, 'Play').click();
  await button(page, 'Start').click();
  await play(page, 'E5');
  await until(async () => (await stones(page)) === 2, 'an answer');
  await tab(page, 'Study').click();
  await button(page, 'Review a game').click();
  const share = () => page.locator('progress').evaluate((progress) => progress.value);
  const before = await share();
  await until(async () => (await share()) > before, 'the review goes on');
  await button(page, 'Stop').click();
  await page.getByLabel('How long').waitFor();
  assert.deepEqual(page.troubles, []);
});

test('a problem is failed, shown and solved', async () => {
  const page = await open();
  await tab(page, 'Study').click();
  const task = await page.locator('h2').first().textContent();
  assert.match(task, /to play: (capture|save) the marked stones/);
  await button(page, 'Solution').click();
  await answered(page);
  const [, solution] = /([A-J][1-9])/.exec(await state(page));
  await picture(page, 'solution');
  await button(page, 'Try again').click();
  assert.equal(await state(page), 'Your move.');
  await play(page, solution);
  await answered(page);
  await until(async () => /Solved|Right/.test(await state(page)), 'the solution is accepted');
  await picture(page, 'problem');
  await button(page, 'Try again').click();
  let failed = false;
  for (const point of (await empty(page)).filter((point) => point !== solution)) {
    await play(page, point);
    await answered(page);
    if ((failed = /does not work/.test(await state(page)))) break;
    if ((await state(page)) !== 'Your move.') await button(page, 'Try again').click();
  }
  assert.ok(failed, 'some other move does not work');
  assert.deepEqual(page.troubles, []);
});

test('a capture is played out against the solver, and another tab hears of it', async () => {
  const page = await open();
  await tab(page, 'Study').click();
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void open(location.href))]);
  await other.locator('.numbers').waitFor();
  for (let number = 1; !/capture/.test(await page.locator('h2').first().textContent()); number++) {
    await page.locator('.numbers button').nth(number).click();
  }
  await button(page, 'Solution').click();
  await answered(page);
  const solution = (await state(page)).match(/[A-J][1-9]/g);
  await button(page, 'Try again').click();
  // The defender resists where it could pass, so that the moves may come in another order.
  for (let moves = 0; moves < 10 && !/^Solved/.test(await state(page)); moves++) {
    const free = await empty(page);
    await play(page, solution.find((point) => free.includes(point)) ?? free[0]);
    await answered(page);
    assert.match(await state(page), /^(Right|Solved)/);
  }
  assert.match(await state(page), /^Solved: the stones are captured/);
  assert.match(await page.locator('.numbers button[aria-current]').getAttribute('aria-label'), /solved/);
  await until(async () => (await other.locator('.numbers .solved').count()) === 1, 'solved in the other tab too');
  assert.deepEqual(page.troubles, []);
});

/// The empty points of the board.
function empty(page) {
  return page
    .locator('.shudan-vertex.shudan-sign_0')
    .evaluateAll((points) => points.map(({ dataset: { x, y } }) => 'ABCDEFGHJ'[x] + (9 - y)));
}
