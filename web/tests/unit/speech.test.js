import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Speech } from '../../src/page/speech.js';

test('what is shown goes after a while, or when something else is said', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const speech = new Speech();
  const watcher = mock.fn();
  speech.watch(watcher);
  speech.say('occupied', { shown: true });
  mock.timers.tick(4000);
  speech.say('suicide', { shown: true });
  mock.timers.tick(4000);
  assert.ok(speech.shown, 'it has its own time');
  mock.timers.tick(2000);
  assert.ok(!speech.shown);
  assert.match(speech.text, /suicide/, 'it can still be read to one');
  assert.equal(watcher.mock.callCount(), 3);
  speech.say('ko', { shown: true });
  speech.say('Taken back.');
  assert.ok(!speech.shown);
  mock.timers.reset();
});
