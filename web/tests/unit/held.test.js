import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from '../../src/page/held.js';

/// Whether a key does on a button what it always does.
function acts(key, repeat) {
  let acts = true;
  once({ key, repeat, preventDefault: () => (acts = false) });
  return acts;
}

test('a held Enter presses a button once, and a held Tab leads on', () => {
  const presses = [acts('Enter', false), acts('Enter', true), acts('Tab', true), acts(' ', false)];
  assert.deepEqual(presses, [true, false, true, true]);
});
