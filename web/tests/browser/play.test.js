import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, opener, picture, play, stones, until } from './browser.js';

const open = opener();
const state = (page) => page.locator('.state').textContent();
const yourTurn = (page) => until(async () => (await state(page)) !== 'Tengen is thinking …', 'an answer');

test('a whole game against a level, counted and agreed on', async () => {
  const page = await open();
  await picture(page, 'setup');
  await page.getByLabel('Level').fill('9');
  await button(page, 'Start').click();
  const counting = () => button(page, 'Agree').isVisible();
  for (let moves = 0; moves < 120 && !(await counting()); moves++) {
    await until(async () => !/thinking|Counting/.test(await state(page)), 'an answer');
    if ((await state(page)) !== 'Your turn') continue;
    const move = moves < 60 ? await hinted(page) : null;
    if (move) await play(page, move);
    else await button(page, 'Pass').click();
    if (moves === 12) await picture(page, 'play');
  }
  assert.ok(await counting(), 'both have passed');
  assert.ok((await stones(page)) > 25, 'after a whole game');
  await picture(page, 'counting');
  const before = await state(page);
  const stone = page.locator('.shudan-vertex:not(.shudan-sign_0)').first();
  const dead = await page.locator('.shudan-marker_cross').count();
  await stone.click();
  assert.notEqual(await page.locator('.shudan-marker_cross').count(), dead, 'a status can be disputed');
  await stone.click();
  assert.equal(await state(page), before);
  await button(page, 'Agree').click();
  assert.match(await state(page), /(Black|White) wins by/);
  assert.deepEqual(page.troubles, []);
});

/// The move of the hint, or null for a pass.
async function hinted(page) {
  for (const name of ['Hint', 'More of the hint', 'The move']) await button(page, name).click();
  return /The engine would play ([A-J][1-9])/.exec(await page.locator('.hint').textContent())?.[1] ?? null;
}

test('a komi can be typed', async () => {
  const page = await open();
  const komi = page.getByLabel('Komi');
  await komi.selectText();
  await komi.pressSequentially('6.5');
  await button(page, 'Start').click();
  await yourTurn(page);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('tengen.match')));
  assert.equal(kept.settings.komi, 6.5);
  assert.match(kept.sgf, /KM\[6\.5\]/);
  assert.deepEqual(page.troubles, []);
});

test('a game goes on in another tab, and the first one follows', async () => {
  const page = await open();
  await button(page, 'Start').click();
  await play(page, 'A1');
  await yourTurn(page);
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void open(location.href))]);
  await until(async () => (await stones(other)) === 2, 'the game in the other tab');
  for (const [here, there, point, count] of [
    [other, page, 'A9', 4],
    [page, other, 'J1', 6],
  ]) {
    await play(here, point);
    await until(async () => (await stones(here)) === count, 'an answer');
    await until(async () => (await stones(there)) === count, 'the same game in the other tab');
    await yourTurn(there);
  }
  assert.deepEqual(page.troubles, []);
});

test('a game goes on after a reload, with undo, three hints and a resignation', async () => {
  const page = await open();
  await page.getByLabel('White').check();
  await page.getByLabel('Clock').selectOption('ten');
  await button(page, 'Start').click();
  await yourTurn(page);
  assert.equal(await stones(page), 1, 'Black has begun');
  await play(page, await hinted(page));
  await yourTurn(page);
  assert.equal(await stones(page), 3);
  await page.reload();
  assert.equal(await stones(page), 3, 'the stones are there again');
  assert.equal(await state(page), 'Your turn');
  assert.match(await page.locator('.time').last().textContent(), /^(9|10):\d\d$/);
  await button(page, 'Undo').click();
  assert.equal(await stones(page), 1);
  await button(page, 'Resign').click();
  await button(page, 'Play on').click();
  await button(page, 'Resign').click();
  await button(page, 'Really resign').click();
  assert.equal(await state(page), 'You lost. Black wins by resignation.');
  await page.reload();
  assert.equal(await state(page), 'You lost. Black wins by resignation.');
  await button(page, 'Play again').click();
  assert.ok(await button(page, 'Start').isVisible());
  assert.ok(await button(page, 'Save').isVisible(), 'the game that is left can still be saved');
  assert.deepEqual(page.troubles, []);
});

test('a handicap is on the board, and White begins', async () => {
  const page = await open();
  await page.getByLabel('Handicap').selectOption('4');
  assert.equal(await page.getByLabel('Komi').inputValue(), '0.5');
  await button(page, 'Start').click();
  await yourTurn(page);
  assert.equal(await stones(page), 5);
  assert.deepEqual(page.troubles, []);
});
