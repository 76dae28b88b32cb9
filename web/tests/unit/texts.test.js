import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { texts } from '../../src/texts.js';

const source = new URL('../../src/', import.meta.url);
const files = readdirSync(source, { recursive: true }).filter((name) => /\.jsx?$/.test(name));
const used = files.flatMap((name) =>
  [...readFileSync(new URL(name, source), 'utf8').matchAll(/\btexts\.(?!js)(\w+)/g)].map(([, text]) => text),
);

test('every text that is used is there', () => {
  assert.deepEqual(
    used.filter((name) => !(name in texts)),
    [],
  );
});

test('every text that is there is used', () => {
  // These are named by a value: `texts[side]`.
  const byValue = ['black', 'white', 'problems', 'review'];
  assert.deepEqual(
    Object.keys(texts).filter((name) => !used.includes(name) && !byValue.includes(name)),
    [],
  );
});
