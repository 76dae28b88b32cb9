import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStorage } from '../../src/page/storage.js';

test('a browser that keeps nothing is no trouble', () => {
  const storage = openStorage(() => {
    throw new Error('denied');
  });
  assert.equal(storage.getItem('game'), null);
  storage.setItem('game', 'here');
  assert.equal(storage.getItem('game'), 'here');
});
