import { after, afterEach, before } from 'node:test';
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { Cursor } from '../../src/game/cursor.js';
import { serve } from './server.js';

const PICTURES = process.env.PICTURES;

/// Starts a server and a browser for a file of tests. The answer opens a page of its own for every test.
export function opener() {
  let browser;
  let server;
  before(async () => {
    server = await serve();
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  const open = async (options = {}) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
    page.setDefaultTimeout(20_000);
    page.troubles = [];
    page.on('pageerror', (error) => page.troubles.push(`${error}`));
    page.on('console', (message) => message.type() === 'error' && page.troubles.push(message.text()));
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http') && host !== new URL(server.url).host)
        page.troubles.push(`loads ${request.url()}`);
    });
    await page.goto(server.url);
    return page;
  };
  open.stop = () => server.stop();
  open.restart = async (pause) => {
    const { port } = server;
    await server.stop();
    await pause();
    server = await serve(port);
  };
  return open;
}

export const button = (page, name) => page.getByRole('button', { name, exact: true });

export const tab = (page, name) => page.getByRole('navigation').getByRole('button', { name });

/// Clicks on a point such as `E5` of a board of nine lines.
export function play(page, point) {
  return page.locator(`[data-x="${'ABCDEFGHJ'.indexOf(point[0])}"][data-y="${9 - point[1]}"]`).click();
}

export const stones = (page) => page.locator('.shudan-vertex:not(.shudan-sign_0)').count();

/// Waits until a function of the page's answers has come true.
export async function until(condition, what, seconds = 30) {
  const end = Date.now() + 1000 * seconds;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/// Keeps a picture, if `PICTURES` names a folder.
export async function picture(page, name, options) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, ...options });
}

export const GAME =
  '(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[7]RU[Chinese]PB[Ada]PW[Bob];B[ee];W[gc];B[cg];W[gg];B[cc];W[ec];B[fd]' +
  '(;W[gd];B[dc];W[ge];B[ff];W[gf];B[fb];W[aa];B[db])(;W[fc];B[ef]C[here];W[eg];B[dg]))';

/// A game so long that a thorough review of it takes 10 s on any machine: 200 moves, here and there, where they are legal.
export function longGame() {
  const cursor = new Cursor();
  for (let at = 0; cursor.position.number < 200; at += 34) cursor.play([at % 9, Math.floor(at / 9) % 9]);
  return `${cursor.record}`;
}

/// Opens a record by the form to paste into.
export async function paste(page, text) {
  await button(page, 'Paste').click();
  await page.getByLabel('A game as SGF').fill(text);
  await page.locator('.paste').getByRole('button', { name: 'Open' }).click();
}
