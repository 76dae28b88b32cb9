import assert from 'node:assert/strict';
import { test } from 'node:test';
import GoBoard from '@sabaki/go-board';
import { count, deadStones, resultOf } from '../../src/game/count.js';
import { rowsOf } from './fakes.js';

const BOARD = new GoBoard(rowsOf('.XO.. .XO.X .XO.. .XO.. .XO..'));

test('the area is stones and what only they surround', () => {
  const { black, white, lead, owner } = count(BOARD, new Set(), 0.5);
  assert.deepEqual([black, white, lead], [11, 5.5, 5.5], 'the points by the intruder are nobody’s');
  assert.equal(owner[0][3], 0);
  assert.equal(owner[0][0], 1);
});

test('dead stones are taken off before', () => {
  const { black, white } = count(BOARD, new Set(['4,1']), 0.5);
  assert.deepEqual([black, white], [10, 15.5]);
});

test('a chain is dead where its points are the enemy’s', () => {
  const ownership = BOARD.signMap.flatMap(() => [0.9, 0.9, -0.9, -0.9, -0.8]);
  assert.deepEqual([...deadStones(BOARD, ownership)], ['4,1']);
});

test('a result is written as in records', () => {
  assert.deepEqual([5.5, -0.5, 0].map(resultOf), ['B+5.5', 'W+0.5', '0']);
});
