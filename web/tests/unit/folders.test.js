import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const source = new URL('../../src/', import.meta.url);

// From the bottom. A file uses what is beside it and the layers below.
const LAYERS = [['texts.js'], ['page'], ['door', 'game'], ['board'], ['analyze', 'play'], ['study']];
const layer = (name) => LAYERS.findIndex((names) => names.includes(name));

/** What a file imports from another folder: `[from, to]` for each, by the names in LAYERS. */
function arrows(folder) {
  const files = readdirSync(new URL(`${folder}/`, source)).filter((name) => /\.jsx?$/.test(name));
  return files.flatMap((name) => {
    const code = readFileSync(new URL(`${folder}/${name}`, source), 'utf8');
    return [...code.matchAll(/(?:from|import) '\.\.\/([^'/]+)/g)].map(([, to]) => [folder, to]);
  });
}

test('folders are layers and arrows point down', () => {
  const all = LAYERS.slice(1).flat().flatMap(arrows);
  const known = new Set(all.map(([from, to]) => `${from} ${to}`));
  for (const arrow of ['game page', 'analyze board', 'study analyze', 'study texts.js']) {
    assert.ok(known.has(arrow), arrow);
  }
  assert.deepEqual(
    all.filter(([from, to]) => layer(to) < 0 || layer(to) >= layer(from)),
    [],
  );
});

test('every folder has a layer, but for the engine’s and the kept page’s', () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(
    folders.map(({ name }) => name).filter((name) => layer(name) < 0),
    ['engine', 'offline'],
  );
});
