// Chromium with an empty page, served with the headers that a host of the page would send.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ENGINE = fileURLToPath(new URL('../../src/engine/', import.meta.url));
const TYPES = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const EMPTY = '<!doctype html><title>Tengen</title>';

/// Serves the engine's files and an empty page.
async function serve() {
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    const type = TYPES[name.split('.').at(-1)] ?? 'text/plain';
    const body = await readFile(join(ENGINE, name)).catch(() => (name === 'index.html' ? EMPTY : null));
    response.writeHead(body ? 200 : 404, { 'content-type': type, 'content-security-policy': POLICY });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/// Opens the page and runs `use` with it. What it complains of on its console is an error.
export async function withPage(use) {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const { url } = message.location();
      if (message.type() === 'error' && !url.endsWith('/favicon.ico')) complaints.push(`${message.text()} (${url})`);
    });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.evaluate(openEngine);
    const done = await use(page);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return done;
  } finally {
    await browser.close();
    server.close();
  }
}

/// In the page: `engine()` is a worker of its own with `ask`, which gives all answers to a query, each with the milliseconds
/// since it was asked.
function openEngine() {
  globalThis.engine = () => {
    const worker = new Worker('/worker.js', { type: 'module' });
    const waiting = new Map();
    worker.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.loaded) return;
      const entry = waiting.get(answer.id);
      entry.answers.push({ ...answer, after: performance.now() - entry.start });
      entry.onanswer(answer);
      if (!answer.isDuringSearch) entry.resolve(entry.answers);
    };
    const ask = (query, onanswer = () => {}) =>
      new Promise((resolve, reject) => {
        worker.onerror = ({ message }) => reject(new Error(message));
        waiting.set(query.id, { answers: [], start: performance.now(), resolve, onanswer });
        worker.postMessage(JSON.stringify(query));
      });
    return { ask, close: () => worker.terminate() };
  };
}
