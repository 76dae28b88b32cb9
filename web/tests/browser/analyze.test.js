import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GAME, button, opener, paste, picture, play, stones, tab, until } from './browser.js';

const open = opener();

/// How many visits the shown position has.
async function visits(page) {
  const [, number, thousands] = /([\d.]+)(k?) visits/.exec(await page.locator('.verdict .quiet').textContent()) ?? [
    ,
    0,
  ];
  return +number * (thousands ? 1000 : 1);
}

async function analyzing(page, text = GAME) {
  await tab(page, 'Analyze').click();
  await paste(page, text);
}

/// What the button saves.
async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save').click()]);
  return readFileSync(await download.path(), 'utf8');
}

test('an analysis grows, stops, goes on and follows the moves', async () => {
  const page = await open();
  await tab(page, 'Analyze').click();
  await until(async () => (await visits(page)) > 0, 'visits');
  const first = await visits(page);
  await until(async () => (await visits(page)) > first, 'more visits');
  assert.ok((await page.locator('.candidates tbody tr').count()) > 0);
  assert.ok((await page.locator('.shudan-heat_9').count()) > 0, 'candidates are on the board');
  await button(page, 'Think').click();
  await page.waitForTimeout(500);
  const stopped = await visits(page);
  await page.waitForTimeout(700);
  assert.equal(await visits(page), stopped);
  await play(page, 'E5');
  assert.equal(await visits(page), 0, 'another position, and no engine');
  await button(page, 'Think').click();
  await until(async () => (await visits(page)) > 0, 'visits again');
  assert.deepEqual(page.troubles, []);
});

test('space stops the engine wherever the keyboard is on the board', async () => {
  const page = await open();
  await tab(page, 'Analyze').click();
  await until(async () => (await visits(page)) > 0, 'visits');
  const board = page.locator('.board');
  for (const [key, moves] of [
    [' ', 0],
    ['Enter', 1],
  ]) {
    await board.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(key);
    await board.blur();
    assert.equal(await button(page, 'Think').getAttribute('aria-pressed'), 'false');
    assert.equal(await stones(page), moves, 'the line of a candidate is gone with the keyboard');
  }
  assert.deepEqual(page.troubles, []);
});

test('keys that all keyboards have go to another variation', async () => {
  const page = await open();
  await analyzing(page);
  await page.locator('.board').focus();
  for (const [key, where] of [
    ['End', '15 / 15'],
    ['.', '8 / 11'],
    [',', '8 / 15'],
    [']', '8 / 11'],
    ['[', '8 / 15'],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await page.locator('.where').textContent(), where, key);
  }
  assert.deepEqual(page.troubles, []);
});

test('buttons and a finger beside a node go to another variation', async () => {
  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await analyzing(page);
  const where = () => page.locator('.where').textContent();
  assert.equal(await button(page, 'Next variation').getAttribute('aria-disabled'), 'true');
  await button(page, 'To the end').tap();
  await button(page, 'Next variation').tap();
  assert.equal(await where(), '8 / 11');
  assert.match(await page.locator('#spoken').textContent(), /^Move 8: White F7/);
  await button(page, 'Previous variation').tap();
  assert.equal(await where(), '8 / 15');
  // The end of the second variation is drawn last.
  const end = page.locator('.tree circle').last();
  await end.scrollIntoViewIfNeeded();
  const { x, y, width } = await end.boundingBox();
  await page.touchscreen.tap(x + width / 2 + 10, y + width / 2 - 10);
  assert.equal(await where(), '11 / 11');
  assert.deepEqual(page.troubles, []);
});

test('the line of a candidate, ownership and policy are on the board', async () => {
  const page = await open();
  await analyzing(page);
  await button(page, 'To the end').click();
  await until(async () => (await page.locator('.candidates tbody tr').count()) > 0, 'candidates');
  const before = await stones(page);
  await page.locator('.candidates tbody tr').first().hover();
  await until(async () => (await stones(page)) > before, 'the line');
  await page.locator('h1').hover();
  await until(async () => (await stones(page)) === before, 'the board again');
  await button(page, 'Ownership').click();
  await until(async () => (await page.locator('.shudan-paint').count()) > 20, 'ownership');
  await picture(page, 'ownership');
  await button(page, 'Policy').click();
  await until(async () => (await page.locator('.shudan-heatlabel').count()) > 0, 'policy');
  await button(page, 'Nothing').click();
  await until(async () => (await page.locator('.shudan-heatlabel').count()) === 0, 'a bare board');
  assert.deepEqual(page.troubles, []);
});

test('the whole game gets a graph', async () => {
  const page = await open();
  await analyzing(page);
  await button(page, 'Whole game').click();
  await until(
    async () => /; 16 positions/.test(await page.locator('.graph').getAttribute('aria-label')),
    'all positions are known',
  );
  for (let moves = 0; moves < 8; moves++) await button(page, 'Forward').click();
  await until(async () => (await visits(page)) > 3000, 'some thinking');
  await picture(page, 'analyze');
  const graph = await page.locator('.graph').boundingBox();
  await page.mouse.click(graph.x + 45, graph.y + 60);
  assert.match(await page.locator('.where').textContent(), /^0 /, 'a click goes to a move');
  assert.deepEqual(page.troubles, []);
});

test('a record comes out as it went in, and with what was added', async () => {
  const page = await open();
  await analyzing(page);
  const once = await saved(page);
  for (const part of ['PB[Ada]', 'C[here]', 'W[gd]', 'W[fc]']) assert.ok(once.includes(part), part);
  await paste(page, once);
  assert.equal(await saved(page), once);
  await play(page, 'A1');
  const [first, second] = [once.match(/;B/g).length, (await saved(page)).match(/;B/g).length];
  assert.equal(second, first + 1);
  assert.equal(await page.locator('.tree circle').count(), 21);
  await page.reload();
  assert.equal(await page.locator('.tree circle').count(), 21, 'it is there after a reload');
  assert.equal(await page.locator('.where').textContent(), '1 / 1');
  await button(page, 'Delete').click();
  assert.equal(await saved(page), once);
  assert.deepEqual(page.troubles, []);
});

test('records are opened by file, by paste and by drop, and nonsense gets a sentence', async () => {
  const page = await open();
  const circles = () => page.locator('.tree circle').count();
  await tab(page, 'Analyze').click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.sgf', mimeType: '', buffer: Buffer.from('(;SZ[9];B[aa])') });
  await until(async () => (await circles()) === 2, 'the file');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '(;SZ[9];B[aa];W[bb])');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await until(async () => (await circles()) === 3, 'the paste');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['(;SZ[9];B[aa];W[bb];B[cc])'], 'b.sgf'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  });
  await until(async () => (await circles()) === 4, 'the drop');
  await paste(page, '(;SZ[19])');
  assert.match(await page.getByRole('alert').textContent(), /up to 9×9/);
  assert.equal(await circles(), 4, 'nothing is lost');
  assert.deepEqual(page.troubles, []);
});

test('a record that was cut off is shown as far as it goes, and one with a move beyond the board takes no other’s place', async () => {
  const page = await open();
  const where = () => page.locator('.where').textContent();
  await analyzing(page, '(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[gc];B[cg];W');
  assert.equal(await where(), '0 / 3');
  await button(page, 'To the end').click();
  assert.equal(await stones(page), 3);
  await page.reload();
  assert.equal(await where(), '3 / 3');
  await paste(page, '(;SZ[9];B[ee];W[jj])');
  assert.match(await page.getByRole('alert').textContent(), /not on its board/);
  assert.equal(await where(), '3 / 3');
  assert.deepEqual(page.troubles, []);
});

test('what was tried in a game is there again when it is analyzed again, and after another record', async () => {
  const page = await open();
  const circles = () => page.locator('.tree circle').count();
  const where = () => page.locator('.where').textContent();
  const answered = (count) => until(async () => (await stones(page)) === count, 'an answer');
  const analyze = () => page.locator('.panel').getByRole('button', { name: 'Analyze' }).click();
  await page.getByLabel('Level').fill('1');
  await button(page, 'Start').click();
  await play(page, 'E5');
  await answered(2);
  await analyze();
  assert.equal(await where(), '2 / 2');
  await button(page, 'To the beginning').click();
  for (const point of ['C3', 'G7', 'C7']) await play(page, point);
  assert.equal(await circles(), 6);
  await tab(page, 'Play').click();
  await button(page, 'Pass').click();
  await until(async () => (await page.locator('.state').textContent()) !== 'Tengen is thinking …', 'an answer');
  await analyze();
  assert.deepEqual([await circles(), await where()], [8, '4 / 4']);
  await button(page, 'New').click();
  assert.equal(await circles(), 1);
  await page.reload();
  await button(page, 'Last record').click();
  assert.deepEqual([await circles(), await where()], [8, '4 / 4']);
  assert.equal(await button(page, 'Last record').count(), 0, 'an empty board is nothing to go back to');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'board', 'where the keyboard is now');
  assert.deepEqual(page.troubles, []);
});

test('the keyboard begins anew on a board of another size', async () => {
  const page = await open();
  await analyzing(page, '(;SZ[9])');
  await page.locator('.board').focus();
  for (let steps = 0; steps < 6; steps++) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
  }
  assert.match(await page.locator('#spoken').textContent(), /^J1,/);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '(;SZ[5];B[cc])');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.where').textContent(), '0 / 1', 'nothing is played');
  await page.keyboard.press('ArrowDown');
  assert.match(await page.locator('#spoken').textContent(), /^C3, empty/);
  assert.deepEqual(page.troubles, []);
});

test('the graph of one position has room for ten moves', async () => {
  const page = await open();
  await page.addInitScript(() => {
    globalThis.drawn = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
      globalThis.drawn.push(text);
      return fillText.call(this, text, ...where);
    };
  });
  await page.reload();
  await tab(page, 'Analyze').click();
  await until(() => page.evaluate(() => globalThis.drawn.includes('100%')), 'the graph');
  const drawn = await page.evaluate(() => globalThis.drawn);
  assert.ok(drawn.includes('5') && !drawn.includes('20') && !drawn.includes('50'), `${drawn}`);
});
