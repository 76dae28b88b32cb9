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
    this.url = file;
  };
  new Function('self', 'caches', 'Request', text)(self, caches, request);
  for (const name of ['install', 'activate']) {
    await new Promise((resolve, reject) => listeners[name]({ waitUntil: (done) => done.then(resolve, reject) }));
  }
}

/// The caches of an origin.
function fakeCaches() {
  const names = new Set();
  return {
    keys: async () => [...names],
    delete: async (name) => names.delete(name),
    async open(name) {
      names.add(name);
      return { async addAll() {} };
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
