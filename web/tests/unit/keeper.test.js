import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { offline } from '../../src/offline/plugin.js';

/// The service worker that is built for a page.
function build(page) {
  const dir = mkdtempSync(join(tmpdir(), 'keeper-'));
  try {
    writeFileSync(join(dir, 'index.html'), page);
    offline().writeBundle({ dir });
    return readFileSync(join(dir, 'offline.js'), 'utf8');
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/// Has a service worker begin for the pages of a folder; `caches` are those of the origin.
async function start(text, scope, caches) {
  const listeners = {};
  const self = {
    registration: { scope },
    clients: { claim() {} },
    addEventListener: (name, listener) => (listeners[name] = listener),
  };
  const request = function (file) {
    this.url = new URL(file, scope).href;
    this.headers = { accept: '*/*' };
  };
  const fetch = async ({ url }) => {
    throw new Error(`no network for ${url}`);
  };
  self.location = new URL(scope);
  new Function('self', 'caches', 'Request', 'fetch', text)(self, caches, request, fetch);
  for (const name of ['install', 'activate']) {
    await new Promise((resolve, reject) => listeners[name]({ waitUntil: (done) => done.then(resolve, reject) }));
  }
  /// What the page gets without a network; undefined if the service worker leaves that to the browser.
  return (request) => {
    let answer;
    listeners.fetch({ request, respondWith: (promise) => (answer = promise) });
    return answer;
  };
}

/// The caches of an origin whose host sends `Vary: Accept` with each file.
function fakeCaches() {
  const kept = new Map();
  return {
    keys: async () => [...kept.keys()],
    delete: async (name) => kept.delete(name),
    async open(name) {
      if (!kept.has(name)) kept.set(name, []);
      const plain = (url, { ignoreSearch }) => (ignoreSearch ? url.split('?')[0] : url);
      const varies = (one, other, { ignoreVary }) => !ignoreVary && one.headers.accept !== other.headers.accept;
      return {
        addAll: async (requests) => void kept.get(name).push(...requests),
        match: async (request, options = {}) =>
          kept.get(name).find((one) => one.url === plain(request.url, options) && !varies(one, request, options))?.url,
      };
    },
  };
}

test('a new version of the page drops its own old files and not those of a copy in another folder', async () => {
  const [old, young] = [build('old'), build('young')];
  const caches = fakeCaches();
  await caches.open('another program');
  for (const folder of ['a/', 'b/', '']) await start(old, `https://host/${folder}`, caches);
  const before = await caches.keys();
  assert.equal(before.length, 4);
  await start(young, 'https://host/a/', caches);
  const after = await caches.keys();
  assert.deepEqual(
    before.filter((name) => !after.includes(name)),
    before.filter((name) => name.endsWith(' https://host/a/')),
  );
  assert.match(after.at(-1), /^tengen-[0-9a-f]{16} https:\/\/host\/a\/$/);
});

test('what versions without a folder in its name have left behind goes too', async () => {
  const caches = fakeCaches();
  for (const name of ['tengen-0123456789abcdef', 'tengen-notes']) await caches.open(name);
  await start(build('young'), 'https://host/a/', caches);
  const [other, own, ...more] = await caches.keys();
  assert.deepEqual([other, more], ['tengen-notes', []]);
  assert.match(own, / https:\/\/host\/a\/$/);
});

test('without a network the page is found, however it is asked for, and nothing of other hosts is looked for', async () => {
  const ask = await start(build('page'), 'https://host/a/', fakeCaches());
  const visit = (url, method = 'GET') => ask({ url, method, headers: { accept: 'text/html' } });
  assert.equal(await visit('https://host/a/'), 'https://host/a/');
  assert.equal(await visit('https://host/a/?from=home'), 'https://host/a/');
  assert.equal(await visit('https://host/a/index.html'), 'https://host/a/index.html');
  await assert.rejects(visit('https://host/a/another'), /no network/);
  assert.equal(visit('https://elsewhere/a/'), undefined);
  assert.equal(visit('https://host/a/', 'POST'), undefined);
});
