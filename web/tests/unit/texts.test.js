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

test('one is not many', () => {
  assert.match(texts.graph(1, null), /; 1 position is known\.$/);
  assert.match(texts.graph(2, 0.5), /; 2 positions are known, here Black wins 50\.0 %\.$/);
  assert.deepEqual([0, 1, 2, 1500].map(texts.visitsLong), ['0 visits', '1 visit', '2 visits', '1.5k visits']);
  assert.equal(texts.candidateHere({ rate: 0.5, visits: 1 }), 'Candidate: 50.0 %, 1 visit.');
  assert.equal(texts.result('W+1'), 'White wins by 1 point.');
});

test('nobody is ahead by nothing', () => {
  assert.deepEqual([0.04, -0.04, 0.05, -1.26].map(texts.points), ['0', '0', 'B+0.1', 'W+1.3']);
  assert.deepEqual([0.04, -0.04, 0.05, -1.26].map(texts.lead), ['0.0', '0.0', '+0.1', '−1.3']);
});
