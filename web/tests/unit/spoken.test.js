import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cursor } from '../../src/game/cursor.js';
import { Record } from '../../src/game/record.js';
import { playAndSay, spoken, spokenKeys } from '../../src/game/spoken.js';

/// What is said of every node of a record's line.
function told(text) {
  const cursor = new Cursor();
  cursor.open(Record.parse(text));
  return cursor.record.line(cursor.node).map((node) => {
    cursor.go(node);
    return spoken(cursor);
  });
}

test('moves are told with what they capture', () => {
  assert.deepEqual(told('(;SZ[9];B[ba];W[aa];B[ab];W[tt])'), [
    'The beginning of the game.',
    'Move 1: Black B9.',
    'Move 2: White A9.',
    'Move 3: Black A8, captures 1 stone.',
    'Move 4: White passes.',
  ]);
});

test('a comment before the first move is still the beginning, stones that are set up later are not', () => {
  assert.deepEqual(told('(;SZ[9]AB[cc];C[hello];W[ee];AW[gg];B[gc])'), [
    'The beginning of the game.',
    'The beginning of the game.',
    'Move 1: White E5.',
    'Stones are set up.',
    'Move 2: Black G7.',
  ]);
});

test('a move at the root is told', () => {
  assert.deepEqual(told('(;SZ[9]B[ee];W[cc])'), ['Move 1: Black E5.', 'Move 2: White C7.']);
});

test('what may not be played is said and shown', () => {
  const said = [];
  const cursor = new Cursor();
  for (let times = 0; times < 2; times++) playAndSay(cursor, [4, 4], (...words) => said.push(words));
  assert.deepEqual(said, [['Move 1: Black E5.'], ['There is a stone already.', { shown: true }]]);
});

test('keys tell where they have led to', () => {
  const done = [];
  const keys = spokenKeys({ Home: () => done.push('home') }, () => done.push('told'));
  keys.Home();
  assert.deepEqual(done, ['home', 'told']);
});
