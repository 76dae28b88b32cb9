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

test('what a full storage has no room for stays as long as the page', () => {
  const kept = new Map([['game', 'old']]);
  const full = {
    getItem: (name) => kept.get(name) ?? null,
    setItem(name, value) {
      if (value.length > 9) throw new Error('quota');
      kept.set(name, value);
    },
  };
  const storage = openStorage(() => full);
  assert.equal(storage.getItem('game'), 'old');
  storage.setItem('game', 'a long game');
  assert.deepEqual([storage.getItem('game'), kept.get('game')], ['a long game', 'old']);
  storage.setItem('game', 'short');
  assert.deepEqual([storage.getItem('game'), kept.get('game')], ['short', 'short']);
});
