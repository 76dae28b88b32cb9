import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, opener, play, stones, tab, until } from './browser.js';
import { ALONE } from './server.js';

const open = opener();

test('a lost socket comes back, and the game and the analysis go on', { skip: ALONE && 'no socket' }, async () => {
  const page = await open();
  await button(page, 'Start').click();
  await play(page, 'E5');
  await until(async () => (await stones(page)) === 2, 'an answer');
  const state = () => page.locator('.state').textContent();
  await open.restart(async () => {
    await until(async () => /cannot be reached/.test(await page.locator('.door').textContent()), 'the loss is told');
    await play(page, (await page.locator('[data-x="2"][data-y="2"].shudan-sign_0').count()) ? 'C7' : 'G3');
    assert.equal(await state(), 'Tengen is thinking …');
  });
  await until(async () => (await state()) === 'Your turn', 'the answer after all');
  assert.equal(await stones(page), 4);
  await tab(page, 'Analyze').click();
  const candidates = () => page.locator('.candidates tbody tr').count();
  await until(async () => (await candidates()) > 0, 'an analysis');
  await open.restart(async () => {
    await button(page, 'Pass').click();
    assert.equal(await candidates(), 0);
  });
  await until(async () => (await candidates()) > 0, 'the analysis goes on');
});

test('no clock runs while the engine is being loaded', { skip: !ALONE && 'the engine is there' }, async () => {
  const page = await open({ serviceWorkers: 'block' });
  let load;
  const loading = new Promise((resolve) => (load = resolve));
  await page.route('**/*.wasm', async (route) => {
    await loading;
    await route.continue();
  });
  await page.reload();
  await page.getByLabel('Clock').selectOption('five');
  await button(page, 'Start').click();
  await page.waitForTimeout(1500);
  assert.match(await page.locator('.door').textContent(), /Connecting/);
  assert.equal(await page.locator('.time').first().textContent(), '5:00');
  load();
  await until(async () => (await page.locator('.door').textContent()) === '', 'the engine');
  await until(async () => (await page.locator('.time').first().textContent()) !== '5:00', 'the clock runs');
});

test('a page that has been open works without a network', { skip: !ALONE && 'the engine is the network' }, async () => {
  const page = await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await open.stop();
  await page.reload();
  await button(page, 'Start').click();
  await play(page, 'E5');
  await until(async () => (await stones(page)) === 2, 'an answer');
});
