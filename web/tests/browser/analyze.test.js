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
  for (let moves = 0; moves < 8; moves++) await button(page, 'Forth').click();
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
