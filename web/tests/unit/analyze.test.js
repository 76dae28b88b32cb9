import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { branches } from '../../src/analyze/branches.js';
import { candidatesOf, inTheirPlaces, overlayOf } from '../../src/analyze/overlay.js';
import { Ponder } from '../../src/analyze/ponder.js';
import { lineOn } from '../../src/board/line.js';
import { isRepeated, keyOf, walk } from '../../src/board/walk.js';
import { Cursor } from '../../src/game/cursor.js';
import { Record } from '../../src/game/record.js';
import { fakeEngine, settled } from './fakes.js';

const report = (visits) => ({
  isDuringSearch: true,
  rootInfo: { visits, winrate: 0.25, scoreLead: -3 },
  moveInfos: [{ move: 'E5', visits, winrate: 0.25, scoreLead: -3, pv: ['E5', 'C3'] }],
});

function thinking() {
  const reporters = [];
  const engine = fakeEngine((_, onreport) => void reporters.push(onreport));
  const cursor = new Cursor();
  const ponder = new Ponder(engine, cursor);
  return { engine, cursor, ponder, reporters };
}

test('the engine thinks about the position that is shown, while it is shown', async () => {
  const { engine, cursor, ponder, reporters } = thinking();
  assert.equal(engine.asked.length, 0);
  ponder.want(true);
  await settled();
  reporters[0](report(10));
  assert.equal(ponder.report(cursor.node).rootInfo.visits, 10);
  const first = cursor.node;
  cursor.play([4, 4]);
  assert.equal(engine.stopped, 1);
  assert.deepEqual(engine.asked[1].moves, [['B', 'E5']]);
  assert.equal(ponder.report(first).rootInfo.visits, 10, 'what was found stays');
  ponder.toggle();
  assert.equal(engine.stopped, 2);
  assert.ok(!ponder.thinking);
  cursor.step(-1);
  assert.equal(engine.asked.length, 2, 'not while it is off');
  ponder.toggle();
  assert.equal(engine.asked.length, 3);
  ponder.want(false);
  assert.equal(engine.stopped, 3);
});

test('what long thinking found is not replaced by the beginning of a new one', async () => {
  const { cursor, ponder, reporters } = thinking();
  ponder.want(true);
  await settled();
  reporters[0](report(100));
  ponder.toggle();
  ponder.toggle();
  await settled();
  reporters[1](report(5));
  assert.equal(ponder.report(cursor.node).rootInfo.visits, 100);
  reporters[1](report(105));
  assert.equal(ponder.report(cursor.node).rootInfo.visits, 105);
});

test('a position that was thought about to the end is not thought about again', async () => {
  const { engine, cursor, ponder, reporters } = thinking();
  ponder.want(true);
  await settled();
  reporters[0](report(engine.asked[0].maxVisits));
  cursor.play([4, 4]);
  cursor.step(-1);
  assert.deepEqual([engine.asked.length, ponder.thinking], [2, false]);
  cursor.step(1);
  assert.deepEqual([engine.asked.length, ponder.thinking], [3, true]);
});

test('what was found goes when its record or its variation does', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const { cursor, ponder, reporters } = thinking();
  const think = async () => {
    await settled();
    const found = report(10);
    reporters.at(-1)(found);
    return new WeakRef(found);
  };
  const isKept = async (found) => {
    await settled();
    // The questions of the past hold their nodes.
    reporters.length = 0;
    collect();
    return found.deref() !== undefined;
  };
  ponder.want(true);
  const first = await think();
  cursor.play([4, 4]);
  const second = await think();
  cursor.remove();
  assert.deepEqual([await isKept(first), await isKept(second)], [true, false]);
  cursor.open(Record.blank());
  assert.ok(!(await isKept(first)));
});

test('trouble with the whole game is told', async () => {
  const engine = fakeEngine(({ analyzeTurns }) => {
    if (analyzeTurns) throw new Error('too busy');
  });
  const ponder = new Ponder(engine, new Cursor());
  ponder.want(true);
  ponder.all();
  await settled();
  assert.deepEqual([ponder.trouble, ponder.sweep], ['too busy', null]);
});

test('the whole game is looked at, and then the position again', async () => {
  const engine = fakeEngine(({ analyzeTurns }, onreport) => {
    if (!analyzeTurns) return undefined;
    for (const turnNumber of analyzeTurns.slice(1))
      onreport({ ...report(10 + turnNumber), isDuringSearch: false, turnNumber });
    return { ...report(10), isDuringSearch: false, turnNumber: 0 };
  });
  const cursor = new Cursor();
  const ponder = new Ponder(engine, cursor);
  cursor.open(Record.parse('(;SZ[9];B[ee];W[cc])'));
  ponder.want(true);
  ponder.all();
  await settled();
  const visits = cursor.record.line(cursor.node).map((node) => ponder.report(node).rootInfo.visits);
  assert.deepEqual(visits, [10, 11, 12]);
  assert.equal(ponder.sweep, null);
  assert.ok(ponder.thinking);
});

test('in the whole game no candidates are those of the side that is not to move', async () => {
  const engine = fakeEngine(({ analyzeTurns }) => analyzeTurns && { ...report(10), isDuringSearch: false, turnNumber: 0 });
  const cursor = new Cursor();
  const ponder = new Ponder(engine, cursor);
  cursor.open(Record.parse('(;SZ[9]HA[2];B[cc];B[gg];W[ee])'));
  const looking = ponder.all();
  assert.equal(ponder.sweep.of, 3);
  await looking;
  assert.deepEqual(engine.asked[0].analyzeTurns, [0, 2, 3], 'not the one between two moves of Black');
});

test('nor at the beginning, where a later node tells who begins', async () => {
  for (const [text, turns] of [
    ['(;SZ[9]AB[cc];C[hello];W[ee])', [1]],
    ['(;SZ[9];PL[W];W[ee];B[gg])', [1, 2]],
    ['(;SZ[9]PL[W];C[hello];W[ee])', [0, 1]],
    ['(;SZ[9]PL[W];W[ee])', [0, 1]],
    ['(;SZ[9];C[hello];B[ee])', [0, 1]],
  ]) {
    const engine = fakeEngine(() => {
      throw new Error('this is as far as it goes');
    });
    const cursor = new Cursor();
    cursor.open(Record.parse(text));
    await new Ponder(engine, cursor).all();
    assert.deepEqual(engine.asked[0].analyzeTurns, turns, text);
  }
});

test('a long game is looked at in parts, each with no more moves than it needs', async () => {
  const asked = [];
  const engine = fakeEngine(({ analyzeTurns, moves }, onreport) => {
    if (!analyzeTurns) return undefined;
    asked.push([analyzeTurns[0], analyzeTurns.at(-1), moves.length]);
    const answers = analyzeTurns.map((turnNumber) => ({ ...report(10), isDuringSearch: false, turnNumber }));
    answers.slice(1).forEach(onreport);
    return answers[0];
  });
  const cursor = new Cursor();
  const ponder = new Ponder(engine, cursor);
  cursor.open(Record.parse(`(;SZ[9]${';B[];W[]'.repeat(600)})`));
  const looking = ponder.all();
  assert.equal(ponder.sweep.of, 1201);
  await looking;
  assert.deepEqual(asked, [
    [0, 499, 499],
    [500, 999, 999],
    [1000, 1200, 1200],
  ]);
  const line = cursor.record.line(cursor.node);
  assert.ok(line.every((node) => ponder.report(node)));
  assert.equal(ponder.sweep, null);
});

test('no more parts are looked at after trouble with one, or when one has stopped', async () => {
  const cursor = new Cursor();
  cursor.open(Record.parse(`(;SZ[9]${';B[];W[]'.repeat(600)})`));
  const engine = fakeEngine(() => {
    throw new Error('too busy');
  });
  const ponder = new Ponder(engine, cursor);
  await ponder.all();
  assert.deepEqual([engine.asked.length, ponder.trouble, ponder.sweep], [1, 'too busy', null]);
  const silent = fakeEngine(() => undefined);
  const stopped = new Ponder(silent, cursor);
  const looking = stopped.all();
  stopped.stop();
  await looking;
  assert.deepEqual([silent.asked.length, silent.stopped, stopped.sweep], [1, 1, null]);
});

test('another record ends the look at the whole game', async () => {
  const { engine, cursor, ponder } = thinking();
  cursor.open(Record.parse('(;SZ[9];B[ee];W[cc])'));
  ponder.want(true);
  ponder.all();
  cursor.step(1);
  assert.deepEqual([ponder.sweep.of, engine.stopped], [3, 1]);
  cursor.open(Record.blank());
  assert.deepEqual([ponder.sweep, engine.stopped], [null, 2]);
  assert.deepEqual(engine.asked.at(-1).moves, []);
});

test('the engine’s error is shown until one goes on', async () => {
  const engine = fakeEngine(({ moves }) => {
    if (moves.length === 0) throw new Error('no komi');
  });
  const cursor = new Cursor();
  const ponder = new Ponder(engine, cursor);
  ponder.want(true);
  await settled();
  assert.equal(ponder.trouble, 'no komi');
  cursor.play([4, 4]);
  await settled();
  assert.equal(ponder.trouble, null);
});

test('candidates are for the side to move', () => {
  assert.deepEqual(candidatesOf(report(8), -1), [{ move: 'E5', visits: 8, pv: ['E5', 'C3'], rate: 0.75, lead: 3 }]);
});

test('candidates that are held in their places have the figures of today, or their last ones', () => {
  const held = ['E5', 'C3', 'G7'].map((move) => ({ move, visits: 1 }));
  const candidates = ['C3', 'D4', 'E5'].map((move) => ({ move, visits: 2 }));
  assert.deepEqual(inTheirPlaces(held, candidates), [
    { move: 'E5', visits: 2 },
    { move: 'C3', visits: 2 },
    { move: 'G7', visits: 1 },
  ]);
});

test('the overlays put their values on their points', () => {
  const record = Record.blank();
  const position = record.position(record.root);
  assert.match(overlayOf('candidates', report(8), position, false).heatMap[4][4].text, /^25\n8\n−3\.0$/);
  assert.equal(overlayOf('candidates', report(8), position, true).heatMap[4][4].text, '25');
  const policy = Array(82)
    .fill(0)
    .map((_, at) => (at === 10 ? 0.5 : 0));
  assert.equal(overlayOf('policy', { ...report(8), policy }, position).heatMap[1][1].text, '50');
  const ownership = policy.slice(0, 81);
  assert.equal(overlayOf('ownership', { ...report(8), ownership }, position).paintMap[1][1], 0.5);
  assert.deepEqual(overlayOf('candidates', undefined, position), {});
});

test('a line is numbered on the board and ends before an illegal move', () => {
  const record = Record.blank();
  const { shown, marks } = lineOn(record.position(record.root), ['E5', 'pass', 'D5', 'E5', 'A1']);
  assert.equal(shown.flat().filter(Boolean).length, 2);
  assert.deepEqual(
    marks.map(([, { label }]) => label),
    ['1', '3'],
  );
});

test('variations are drawn below one another', () => {
  const record = Record.parse('(;SZ[9];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff];B[gg]))');
  const places = branches(record.root).map(({ node, column, row }) => [Object.values(node.data)[0][0], column, row]);
  const rowOf = Object.fromEntries(places.map(([point, column, row]) => [point, [column, row]]));
  assert.deepEqual(
    [rowOf.aa, rowOf.bb, rowOf.dd],
    [
      [1, 0],
      [2, 0],
      [4, 0],
    ],
  );
  assert.deepEqual(
    [rowOf.ee, rowOf.ff, rowOf.gg],
    [
      [4, 1],
      [2, 2],
      [3, 2],
    ],
  );
});

test('a very long game is no deep recursion', () => {
  const record = Record.blank();
  let node = record.root;
  for (let move = 0; move < 20_000; move++) {
    const child = { id: -move - 1, data: { B: [''] }, parentId: node.id, children: [] };
    node.children.push(child);
    node = child;
  }
  assert.equal(branches(record.root).length, 20_001);
});

test('arrow keys walk to the edge and not over it', () => {
  assert.deepEqual(walk([4, 4], 'ArrowUp', 9), [4, 3]);
  assert.deepEqual(walk([8, 8], 'ArrowRight', 9), [8, 8]);
  assert.equal(walk([0, 0], 'x', 9), null);
});

test('keys that walk may be held, those that play, pass or take back may not', () => {
  const kept = ['ArrowUp', 'PageUp', 'PageDown', ',', '.', '[', ']', 'Enter', ' ', 'p', 'P', 'u', 'Escape'].filter(isRepeated);
  assert.deepEqual(kept, ['ArrowUp', 'PageUp', 'PageDown', ',', '.', '[', ']']);
});

test('a letter is a key with Caps Lock too', () => {
  const keys = { p: () => {}, PageUp: () => {} };
  assert.deepEqual(
    ['p', 'P', 'PageUp', 'x'].map((key) => keyOf(keys, key)),
    [keys.p, keys.p, keys.PageUp, undefined],
  );
});
