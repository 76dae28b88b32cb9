import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { Match } from '../../src/play/match.js';
import { Clock } from '../../src/play/clock.js';
import { RANKS } from '../../src/play/levels.js';
import { hintFrom } from '../../src/play/hint.js';
import { Record } from '../../src/game/record.js';
import { fakeEngine, fakeStorage, settled } from './fakes.js';

const SETTINGS = { color: 'black', level: 3, komi: 7.5, handicap: 0, clock: 'none' };
const quiet = () => {};

/// An engine that plays these moves, and gives every point to Black.
const playing = (...moves) =>
  fakeEngine(({ action }) =>
    action === 'genmove'
      ? { move: moves.shift() ?? 'pass' }
      : { ownership: Array(81).fill(1), moveInfos: [{ move: 'A9' }] },
  );

/// A game with a move of each, up to its count.
async function counted(storage = fakeStorage()) {
  const match = new Match(playing('C3', 'pass'), storage, quiet);
  match.start(SETTINGS);
  match.play([4, 4]);
  await settled();
  match.pass();
  await settled();
  await settled();
  return match;
}

test('the engine answers every move at its level', async () => {
  const engine = playing('C3');
  const match = new Match(engine, fakeStorage(), quiet);
  match.start(SETTINGS);
  match.play([4, 4]);
  assert.ok(!match.yourTurn);
  assert.equal(match.play([0, 0]), null);
  await settled();
  assert.deepEqual(match.position.moves, [
    ['B', 'E5'],
    ['W', 'C3'],
  ]);
  assert.equal(engine.asked[0].level, 3);
  assert.ok(match.yourTurn);
  assert.equal(match.play([4, 4]), 'occupied');
});

test('a person with White waits for the first move', async () => {
  const match = new Match(playing('E5'), fakeStorage(), quiet);
  match.start({ ...SETTINGS, color: 'white' });
  assert.ok(match.thinking);
  await settled();
  assert.deepEqual(match.position.moves, [['B', 'E5']]);
  assert.ok(!match.canUndo);
});

test('undo takes back to the person’s turn, also while the engine thinks', async () => {
  const engine = playing('C3', 'C4');
  const match = new Match(engine, fakeStorage(), quiet);
  match.start(SETTINGS);
  match.play([4, 4]);
  await settled();
  match.play([5, 5]);
  match.undo();
  await settled();
  assert.deepEqual(match.position.moves, [
    ['B', 'E5'],
    ['W', 'C3'],
  ]);
  assert.equal(engine.stopped, 1);
  match.undo();
  assert.deepEqual(match.position.moves, []);
  assert.ok(!match.canUndo);
});

test('undo takes a resignation back and no move with it', async () => {
  const match = new Match(playing('C3'), fakeStorage(), quiet);
  match.start(SETTINGS);
  match.resign();
  match.undo();
  match.play([4, 4]);
  await settled();
  match.resign();
  match.undo();
  assert.equal(match.position.moves.length, 2);
  assert.ok(match.yourTurn && match.result === null && !match.record.root.data.RE);
});

test('no time comes back with an undo', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const match = new Match(playing('C3'), fakeStorage(), quiet);
  match.start({ ...SETTINGS, clock: 'five' });
  match.play([4, 4]);
  while (!match.yourTurn) await Promise.resolve();
  assert.ok(match.canUndo);
  mock.timers.tick(400_000);
  mock.timers.reset();
  assert.deepEqual([match.phase, match.result, match.canUndo], ['over', 'W+T', false]);
});

test('a page in which the game stood still does not overwrite it, as it goes or as the time runs out', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const storage = fakeStorage();
  const old = new Match(playing('C3'), storage, quiet);
  old.start({ ...SETTINGS, clock: 'five' });
  const match = new Match(playing('C3'), storage, quiet);
  match.play([4, 4]);
  while (!match.yourTurn) await Promise.resolve();
  match.save();
  const kept = storage.getItem('tengen.match');
  old.save();
  assert.equal(storage.getItem('tengen.match'), kept);
  mock.timers.tick(400_000);
  assert.deepEqual([old.phase, match.result], ['playing', 'W+T']);
  mock.timers.reset();
});

test('an answer that comes late does not take back what another page has played meanwhile', async () => {
  const storage = fakeStorage();
  const answers = [];
  const late = new Match(
    fakeEngine(() => new Promise((resolve) => answers.push(resolve))),
    storage,
    quiet,
  );
  late.start(SETTINGS);
  late.play([4, 4]);
  await settled();
  const match = new Match(playing('C3', 'C4'), storage, quiet);
  await settled();
  match.play([5, 5]);
  await settled();
  const kept = storage.getItem('tengen.match');
  answers[0]({ move: 'A1' });
  await settled();
  assert.equal(storage.getItem('tengen.match'), kept);
  assert.deepEqual(late.position.moves, match.position.moves, 'it goes on there too');
  assert.deepEqual([late.phase, late.yourTurn, answers.length], ['playing', true, 1]);
});

test('a game that was cleared away goes on in its page', async () => {
  const storage = fakeStorage();
  const match = new Match(playing('C3'), storage, quiet);
  match.start(SETTINGS);
  match.play([4, 4]);
  storage.removeItem('tengen.match');
  await settled();
  assert.equal(match.position.moves.length, 2);
  assert.ok(storage.getItem('tengen.match'));
});

test('a page that goes leaves the game of another one alone', async () => {
  const storage = fakeStorage();
  const idle = new Match(playing(), storage, quiet);
  const match = new Match(playing('C3'), storage, quiet);
  match.start(SETTINGS);
  match.play([4, 4]);
  await settled();
  idle.save();
  assert.equal(new Match(playing(), storage, quiet).position.moves.length, 2);
});

test('after two passes it is counted, disputed and agreed on', async () => {
  const match = await counted();
  assert.equal(match.phase, 'counting');
  assert.deepEqual([...match.dead], ['2,6']);
  assert.deepEqual([match.isDead([2, 6]), match.isDead([4, 4])], [true, false]);
  assert.equal(match.count.lead, 81 - 7.5);
  match.dispute([2, 6]);
  assert.equal(match.count.lead, -7.5, 'both are alive: nobody’s points');
  match.dispute([0, 0]);
  match.accept();
  assert.deepEqual([match.phase, match.result, match.record.root.data.RE], ['over', 'W+7.5', ['W+7.5']]);
});

test('a count in which all stones live stays so after a reload', async () => {
  const storage = fakeStorage();
  const match = await counted(storage);
  match.dispute([2, 6]);
  const engine = playing();
  const again = new Match(engine, storage, quiet);
  await settled();
  assert.deepEqual([again.phase, again.count.lead, engine.asked.length], ['counting', -7.5, 0]);
});

test('a game that was given up does not come back', async () => {
  const match = new Match(playing('C3'), fakeStorage(), quiet);
  match.start(SETTINGS);
  match.play([4, 4]);
  await settled();
  match.resign();
  match.leave();
  match.undo();
  assert.deepEqual([match.phase, match.position.moves.length], ['none', 2]);
});

test('a count that had trouble can be tried again', async () => {
  let trouble = true;
  const engine = fakeEngine(({ action }) => {
    if (action) return { move: 'pass' };
    if (trouble) throw new Error('too busy');
    return { ownership: Array(81).fill(-1) };
  });
  const match = new Match(engine, fakeStorage(), quiet);
  match.start({ ...SETTINGS, color: 'white' });
  await settled();
  match.pass();
  await settled();
  assert.deepEqual([match.phase, match.trouble], ['counting', 'too busy']);
  trouble = false;
  match.retry();
  await settled();
  assert.deepEqual([match.phase, match.trouble, engine.asked.length], ['counting', null, 3]);
});

test('a disputed game goes on before the passes', async () => {
  const match = await counted();
  match.resume();
  assert.equal(match.phase, 'playing');
  assert.ok(!match.isDead([2, 6]));
  assert.deepEqual(match.position.moves, [
    ['B', 'E5'],
    ['W', 'C3'],
  ]);
  assert.ok(match.yourTurn);
});

test('a game goes on after a reload, with the engine’s move where it was its turn', async () => {
  const storage = fakeStorage();
  const silent = new Match(
    fakeEngine(() => undefined),
    storage,
    quiet,
  );
  silent.start({ ...SETTINGS, clock: 'five' });
  silent.play([4, 4]);
  const kept = storage.getItem('tengen.match');
  silent.leave();
  storage.setItem('tengen.match', kept);
  const match = new Match(playing('C3'), storage, quiet);
  await settled();
  assert.deepEqual(match.position.moves, [
    ['B', 'E5'],
    ['W', 'C3'],
  ]);
  assert.equal(match.settings.level, 3);
  assert.ok(match.clock.remaining(1) > 299_000);
  match.resign();
  assert.equal(new Match(playing(), storage, quiet).result, 'W+R');
  match.leave();
  assert.equal(new Match(playing(), storage, quiet).phase, 'none');
});

test('a storage with nonsense is an empty one', () => {
  const storage = fakeStorage();
  storage.setItem('tengen.match', '{"phase":"playing","sgf":"nonsense"}');
  assert.equal(new Match(playing(), storage, quiet).phase, 'none');
});

test('the engine may resign, and its trouble can be tried again', async () => {
  let trouble = true;
  const engine = fakeEngine(() => {
    if (trouble) throw new Error('too busy');
    return { move: 'resign' };
  });
  const match = new Match(engine, fakeStorage(), quiet);
  match.start(SETTINGS);
  match.play([4, 4]);
  await settled();
  assert.equal(match.trouble, 'too busy');
  trouble = false;
  match.retry();
  await settled();
  assert.equal(match.result, 'B+R');
});

test('a hint has three steps and ends with the move', async () => {
  const match = new Match(playing('C3'), fakeStorage(), quiet);
  match.start(SETTINGS);
  await match.help();
  assert.equal(match.hint.step, 1);
  assert.ok(match.hint.region.some(([x, y]) => x === 0 && y === 0));
  await match.help();
  await match.help();
  await match.help();
  assert.equal(match.hint.step, 3);
  match.play([4, 4]);
  assert.equal(match.hint, null);
});

test('a hint that is still thought about ends with the move', () => {
  const engine = fakeEngine(() => undefined);
  const match = new Match(engine, fakeStorage(), quiet);
  match.start(SETTINGS);
  match.help();
  match.play([4, 4]);
  assert.deepEqual([engine.asked.length, engine.stopped], [2, 1]);
});

test('a hint may be a pass', () => {
  const { board } = Record.blank().position(Record.blank().root);
  assert.deepEqual(hintFrom([{ move: 'pass' }], board).region, []);
});

test('a clock counts for one side at a time, with time for every move', () => {
  let now = 0;
  const clock = new Clock({ main: 1000, increment: 100 }, () => now);
  clock.start(1);
  now = 300;
  assert.equal(clock.remaining(1), 700);
  clock.moved(1);
  clock.start(-1);
  now = 2000;
  assert.deepEqual([clock.remaining(1), clock.remaining(-1)], [800, 0]);
  assert.deepEqual(clock.toJSON().left, [800, 0]);
});

test('a move that is made again after an undo earns no more time, after a reload neither', async () => {
  mock.method(performance, 'now', () => 0);
  const storage = fakeStorage();
  const play = async (match, vertex) => {
    match.play(vertex);
    await settled();
  };
  const match = new Match(playing('C3', 'C4', 'C5'), storage, quiet);
  match.start({ ...SETTINGS, clock: 'five' });
  const left = ({ clock }) => [clock.remaining(1), clock.remaining(-1)];
  await play(match, [4, 4]);
  assert.deepEqual(left(match), [305_000, 305_000]);
  match.undo();
  await play(match, [4, 5]);
  assert.deepEqual(left(match), [305_000, 305_000]);
  match.undo();
  const again = new Match(playing('C3', 'C4'), storage, quiet);
  await play(again, [4, 4]);
  assert.deepEqual(left(again), [305_000, 305_000]);
  await play(again, [5, 5]);
  assert.deepEqual(left(again), [310_000, 310_000]);
  match.leave();
  again.leave();
  mock.restoreAll();
});

test('who has no time left has lost', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const match = new Match(playing(), fakeStorage(), quiet);
  match.start({ ...SETTINGS, clock: 'five' });
  mock.timers.tick(300_001);
  assert.equal(match.result, 'W+T');
  mock.timers.reset();
});

test('the time away counts on a page that comes back from where its timers stood still', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  mock.method(performance, 'now', () => now);
  const match = new Match(playing(), fakeStorage(), quiet);
  match.start({ ...SETTINGS, clock: 'five' });
  now = 200_000;
  match.wake();
  assert.equal(match.clock.remaining(1), 100_000);
  mock.timers.tick(1_000);
  assert.equal(match.phase, 'playing');
  now = 301_000;
  match.wake();
  mock.timers.tick(1);
  assert.equal(match.result, 'W+T');
  mock.restoreAll();
  mock.timers.reset();
});

test('a page that comes back goes on with what another one has played meanwhile', async () => {
  const storage = fakeStorage();
  const old = new Match(playing('C3'), storage, quiet);
  old.start(SETTINGS);
  const match = new Match(playing('C3'), storage, quiet);
  match.play([4, 4]);
  await settled();
  old.wake();
  assert.deepEqual(old.position.moves, match.position.moves);
  assert.ok(old.yourTurn);
});

test('the clock stands still while the engine cannot be reached', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const engine = playing();
  const match = new Match(engine, fakeStorage(), quiet);
  match.start({ ...SETTINGS, clock: 'five' });
  engine.state = 'lost';
  engine.changed();
  mock.timers.tick(1_000_000);
  assert.equal(match.phase, 'playing');
  engine.state = 'open';
  engine.changed();
  mock.timers.tick(300_001);
  assert.equal(match.result, 'W+T');
  mock.timers.reset();
});

test('the ranks are those of docs/levels.md', () => {
  const text = readFileSync(new URL('../../../docs/levels.md', import.meta.url), 'utf8');
  const ranks = [...text.matchAll(/^\| \d+ \|.*\| (\d+[kd]) \|$/gm)].map(([, rank]) => rank);
  assert.deepEqual(ranks, RANKS);
});
