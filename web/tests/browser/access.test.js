import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { GAME, button, longGame, opener, paste, picture, play, stones, tab, until } from './browser.js';

const open = opener();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run());
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`);
}

/// Every view of the page, one after the other.
async function views(page, look) {
  await look('setup');
  await button(page, 'Start').click();
  await play(page, 'E5');
  await until(async () => (await stones(page)) === 2, 'an answer');
  await button(page, 'Hint').click();
  await page.locator('.hint').waitFor();
  await look('play');
  await tab(page, 'Analyze').click();
  await paste(page, GAME);
  await button(page, 'To the end').click();
  await until(async () => (await page.locator('.candidates tbody tr').count()) > 0, 'candidates');
  await button(page, 'Think').click();
  await look('analyze');
  await tab(page, 'Study').click();
  await look('problem');
  await button(page, 'Review a game').click();
  await page.getByLabel('How long').selectOption('quick');
  await button(page, 'Review').click();
  await until(async () => (await page.locator('.turning li').count()) > 0, 'turning points', 90);
  await page.locator('.turning button').first().click();
  await look('review');
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in ${colorScheme}`, async () => {
    const page = await open({ colorScheme });
    await views(page, async (name) => {
      await picture(page, `${name}-${colorScheme}`);
      assert.deepEqual(await violations(page), [], name);
    });
    assert.deepEqual(page.troubles, []);
  });
}

test('all of it fits on a phone 320 points wide', async () => {
  const page = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await views(page, async (name) => {
    await picture(page, `phone-${name}`, { fullPage: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 320, name);
    const board = await page.locator('.shudan-goban').boundingBox();
    assert.ok(board.width > 270 && board.x >= 0 && board.x + board.width <= 320, `${name}: ${JSON.stringify(board)}`);
    assert.deepEqual(await violations(page), [], name);
  });
  assert.deepEqual(page.troubles, []);
});

test('figures of any length do not lie under a button', async () => {
  for (const width of [320, 360, 390, 667]) {
    const page = await open({ viewport: { width, height: 700 } });
    await tab(page, 'Analyze').click();
    await until(async () => /visits/.test(await page.locator('.verdict .quiet').textContent()), 'figures');
    await button(page, 'Think').click();
    const clear = await page.locator('.verdict').evaluate((verdict) => {
      const figures = [...verdict.firstElementChild.children];
      ['White 100.0 %', 'W+12.5', '100.0k visits'].forEach((text, at) => (figures[at].textContent = text));
      const boxes = [...figures, verdict.querySelector('button')].map((at) => at.getBoundingClientRect());
      const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return boxes.every((a) => a.right <= innerWidth && boxes.every((b) => a === b || apart(a, b)));
    });
    await picture(page, `figures-${width}`);
    assert.ok(clear, `${width}`);
  }
});

test('the board takes what room there is, and nothing lies beyond the window', async () => {
  const page = await open();
  await tab(page, 'Analyze').click();
  await paste(page, GAME);
  await button(page, 'To the end').click();
  for (const [width, height, least] of [
    [320, 568, 290],
    [390, 844, 360],
    [568, 320, 225],
    [667, 375, 300],
    [780, 600, 440],
    [820, 1180, 480],
    [834, 1194, 490],
    [1024, 1366, 670],
    [1280, 800, 690],
    [1440, 900, 790],
  ]) {
    await page.setViewportSize({ width, height });
    const name = `${width}x${height}`;
    const board = async () => (await page.locator('.shudan-goban').boundingBox()).width;
    await until(async () => (await board()) >= least, `a board of ${least} at ${name}, not of ${await board()}`, 5);
    await picture(page, `size-${name}`);
    const beyond = await page.evaluate(() =>
      [document.documentElement, document.querySelector('.panel')].map((box) => box.scrollWidth - box.clientWidth),
    );
    assert.deepEqual(beyond, [0, 0], name);
    assert.ok((await board()) + 1 < height, name);
  }
});

test('the board fits again after the screen was smaller for a while', async () => {
  const page = await open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  const width = async () => (await page.locator('.shudan-goban').boundingBox()).width;
  const full = await width();
  await page.setViewportSize({ width: 320, height: 240 });
  await until(async () => (await width()) < full, 'a smaller board');
  await page.setViewportSize({ width: 320, height: 640 });
  await until(async () => (await width()) === full, 'the full width');
});

/// What is spoken, where the keyboard is, and the way to a button or the board by Tab.
function keyboard(page) {
  const spoken = async () => (await page.locator('#spoken').textContent()).trim();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at.getAttribute('aria-label') ?? at.textContent;
    });
  const focus = async (name) => {
    for (let tries = 0; tries < 80; tries++) {
      await page.keyboard.press('Tab');
      if ((await focused()) === name) return;
    }
    assert.fail(`no way to ${name} by Tab`);
  };
  return { spoken, focused, focus };
}

test('a game, an analysis and a problem with the keyboard alone', async () => {
  const page = await open();
  const { spoken, focus } = keyboard(page);
  await focus('Start');
  await page.keyboard.press('Enter');
  await focus('Go board, 9 by 9');
  await page.keyboard.press('ArrowUp');
  assert.equal(await spoken(), 'E5, empty');
  await page.keyboard.press('ArrowUp');
  assert.equal(await spoken(), 'E6, empty');
  await page.keyboard.press('Enter');
  await until(async () => (await stones(page)) === 2, 'an answer');
  assert.match(await spoken(), /^White [A-J][1-9]/);
  await page.keyboard.press('Enter');
  assert.equal(await spoken(), 'There is a stone already.');
  assert.equal(await page.locator('#spoken').getAttribute('class'), 'word', 'and it is shown');
  await page.keyboard.press('u');
  assert.equal(await stones(page), 0);
  await page.keyboard.press('h');
  await until(async () => /Look at the part/.test(await spoken()), 'a hint');
  await page.keyboard.press('p');
  await until(async () => /^White [A-J]|game is over/.test(await spoken()), 'an answer to the pass');
  assert.equal(await page.locator('#spoken').getAttribute('class'), 'unseen');
  await focus('Analyze');
  await page.keyboard.press('Enter');
  await focus('Go board, 9 by 9');
  await page.keyboard.press('Home');
  assert.equal(await spoken(), 'The beginning of the game.');
  await page.keyboard.press('ArrowDown');
  assert.match(await spoken(), /^E5, empty/);
  await page.keyboard.press('Enter');
  assert.equal(await spoken(), 'Move 1: Black E5.');
  await page.keyboard.press('PageUp');
  assert.equal(await spoken(), 'The beginning of the game.');
  await focus('Study');
  await page.keyboard.press('Enter');
  await focus('Solution');
  await page.keyboard.press('Enter');
  await until(async () => /The solution/.test(await spoken()), 'the solution is spoken');
  assert.deepEqual(page.troubles, []);
});

test('no button takes the keyboard away', async () => {
  const page = await open();
  const { spoken, focused, focus } = keyboard(page);
  await focus('Start');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Go board, 9 by 9');
  await focus('Hint');
  await page.keyboard.press('Enter');
  await until(async () => /Look at the part/.test(await spoken()), 'a hint');
  assert.equal(await focused(), 'More of the hint');
  await focus('Resign');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Play on', 'a held key gives nothing up');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Go board, 9 by 9');
  await focus('Resign');
  await page.keyboard.press('Enter');
  await focus('Really resign');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Go board, 9 by 9');
  await focus('Play again');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Go board, 9 by 9');
  await focus('Analyze');
  await page.keyboard.press('Enter');
  await play(page, 'E5');
  await focus('Delete');
  await page.keyboard.press('Enter');
  await until(async () => (await stones(page)) === 0, 'the stone is gone');
  assert.equal(await focused(), 'Delete', 'there is nothing more to delete');
  await focus('Study');
  await page.keyboard.press('Enter');
  await focus('Solution');
  await page.keyboard.press('Enter');
  await until(async () => /The solution/.test(await spoken()), 'the solution');
  assert.equal(await focused(), 'Solution');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await until(async () => (await page.locator('.state').textContent()) === 'Your move.', 'the problem again');
  assert.equal(await focused(), 'Try again');
  assert.deepEqual(page.troubles, []);
});

test('nor does one that ends the game or leads elsewhere', async () => {
  const page = await open();
  const { focused, focus } = keyboard(page);
  const passed = { phase: 'playing', sgf: '(;SZ[9];B[ee];W[])' };
  await page.evaluate((game) => localStorage.setItem('tengen.match', game), JSON.stringify(passed));
  await page.reload();
  const toBoard = async (name) => {
    await focus(name);
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'Go board, 9 by 9', name);
  };
  await toBoard('Pass');
  await button(page, 'Agree').waitFor();
  await toBoard('Agree');
  await toBoard('Analyze');
  await tab(page, 'Play').click();
  await page.locator('.board').focus();
  await toBoard('Review');
  await toBoard('Problems');
  await toBoard('Review a game');
  await paste(page, 'nonsense');
  await toBoard('Close');
  assert.deepEqual(page.troubles, []);
});

test('nor does a review, from its beginning to its end', async () => {
  const page = await open();
  const { focused, focus } = keyboard(page);
  await tab(page, 'Study').click();
  await button(page, 'Review a game').click();
  await paste(page, longGame());
  assert.equal(await focused(), 'Go board, 9 by 9', 'the form is gone');
  await page.getByLabel('How long').selectOption('deep');
  await focus('Review');
  await page.keyboard.press('Enter');
  await page.locator('progress').waitFor();
  assert.equal(await focused(), 'Stop');
  await page.keyboard.press('Enter');
  await page.getByLabel('How long').waitFor();
  assert.equal(await focused(), 'Review');
  await paste(page, GAME);
  await page.getByLabel('How long').selectOption('quick');
  await focus('Review');
  await page.keyboard.press('Enter');
  await until(async () => (await page.locator('.turning li').count()) > 0, 'turning points', 90);
  assert.equal(await focused(), 'Review');
  assert.deepEqual(page.troubles, []);
});

test('a shown word lets clicks through and does not go along to another place', async () => {
  const page = await open();
  await tab(page, 'Analyze').click();
  for (let times = 0; times < 2; times++) await play(page, 'E5');
  const word = page.locator('.word');
  assert.equal(await word.evaluate((word) => getComputedStyle(word).pointerEvents), 'none');
  await page.goBack();
  await button(page, 'Start').waitFor();
  assert.equal(await word.count(), 0);
  assert.deepEqual(page.troubles, []);
});
