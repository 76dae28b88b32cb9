import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chooseProblems } from '../../src/study/choice.js';
import { Problem } from '../../src/study/problem.js';
import { Review } from '../../src/study/review.js';
import { Cursor } from '../../src/game/cursor.js';
import { Record } from '../../src/game/record.js';
import { fakeEngine, fakeStorage, settled } from './fakes.js';

const quiet = () => {};
// White has one liberty in the first one, and in the second.
const LIST = [
  { picture: '...../.XX../XOO../.XX../.....', task: 'capture', target: 'B3', difficulty: 1 },
  { picture: '...../..X../.XO../..X../.....', task: 'save', target: 'C3', difficulty: 1 },
];

function opened(number, answerTo) {
  const storage = fakeStorage();
  const engine = fakeEngine(answerTo);
  const problem = new Problem(engine, storage, quiet, LIST);
  problem.open(number);
  return { problem, engine, storage };
}

test('the attacker begins where a chain is to be captured, its owner where it is to be saved', () => {
  const { problem } = opened(0);
  assert.equal(problem.position.turn, 1);
  problem.open(1);
  assert.equal(problem.position.turn, -1);
});

test('the task names the chain, whose points are told', () => {
  const said = [];
  const problem = new Problem(fakeEngine(), fakeStorage(), (text) => said.push(text), LIST);
  problem.open(0);
  assert.deepEqual(said, ['Black to play: capture the marked stones at B3.']);
  assert.deepEqual(problem.marked.map((vertex) => `${vertex}`).sort(), ['1,2', '2,2']);
});

test('a right try is answered until the chain is off the board', async () => {
  const { problem, engine, storage } = opened(0, () => ({ captured: true, pv: ['A1'] }));
  await problem.play([4, 4]);
  assert.deepEqual([problem.state, engine.asked[0].first], ['working', 'defend']);
  await problem.play([3, 2]);
  assert.equal(problem.state, 'solved');
  assert.deepEqual(problem.marked, []);
  assert.ok(new Problem(engine, storage, quiet, LIST).isSolved(0), 'and it is remembered');
});

test('what another tab has solved is solved', async () => {
  const { problem, engine, storage } = opened(0, () => ({ captured: false, pv: [] }));
  const other = new Problem(engine, storage, quiet, LIST);
  other.open(1);
  await other.play([3, 2]);
  assert.ok(!problem.isSolved(1));
  problem.catchUp();
  assert.ok(problem.isSolved(1), 'it is told of it');
});

test('what two tabs solve is kept of both', async () => {
  const { problem, engine, storage } = opened(1, () => ({ captured: false, pv: [] }));
  storage.setItem('tengen.problems', '["by another tab"]');
  await problem.play([3, 2]);
  assert.ok(problem.isSolved(1));
  const later = new Problem(engine, storage, quiet, LIST);
  assert.deepEqual([later.isSolved(1), later.solved.has('by another tab')], [true, true]);
});

test('what a storage holds that is no list of problems is nothing', () => {
  const storage = fakeStorage();
  for (const nonsense of ['', 'nonsense', 'null', '1', '{}']) {
    storage.setItem('tengen.problems', nonsense);
    const problem = new Problem(fakeEngine(), storage, quiet, LIST);
    assert.deepEqual([...problem.solved], [], nonsense);
  }
});

test('the defender resists where it could as well pass', async () => {
  const list = [{ picture: '...../.X.../XO.../.X.../.....', task: 'capture', target: 'B3', difficulty: 1 }];
  const engine = fakeEngine(() => ({ captured: true, pv: ['pass'] }));
  const problem = new Problem(engine, fakeStorage(), quiet, list);
  problem.open(0);
  await problem.play([4, 4]);
  assert.deepEqual(problem.position.moves.at(-1), ['W', 'C3']);
  assert.equal(problem.state, 'working');
});

test('a wrong try is refuted by the move that saves', async () => {
  const { problem } = opened(0, () => ({ captured: false, pv: ['D3'] }));
  await problem.play([0, 0]);
  assert.equal(problem.state, 'failed');
  assert.deepEqual(problem.position.moves.at(-1), ['W', 'D3']);
  assert.equal(await problem.play([4, 4]), null, 'it is over');
  problem.again();
  assert.deepEqual([problem.state, problem.position.moves.length], ['open', 0]);
});

test('a wrong try that needs no answer is refuted without one', async () => {
  const said = [];
  const engine = fakeEngine(() => ({ captured: false, pv: [] }));
  const problem = new Problem(engine, fakeStorage(), (text) => said.push(text), LIST);
  problem.open(0);
  await problem.play([0, 0]);
  assert.deepEqual([problem.state, problem.position.moves.length], ['failed', 1]);
  assert.equal(said.at(-1), 'That does not work: the solver proves that the stones get away now.');
});

test('to save is solved by one move, and a wrong one shows the capture', async () => {
  const answers = [
    { captured: true, pv: ['D3'] },
    { captured: false, pv: [] },
  ];
  const { problem, engine } = opened(1, () => answers.shift());
  await problem.play([0, 0]);
  assert.deepEqual([problem.state, problem.line], ['failed', ['D3']]);
  problem.again();
  await problem.play([3, 2]);
  assert.equal(problem.state, 'solved');
  assert.equal(engine.asked[0].first, 'attack');
});

test('what the nodes do not decide is asked with more, and then said', async () => {
  const { problem, engine } = opened(0, () => ({ captured: null, pv: [] }));
  await problem.play([0, 0]);
  assert.equal(engine.asked.length, 2);
  assert.ok(engine.asked[1].maxNodes > engine.asked[0].maxNodes);
  assert.equal(problem.state, 'undecided');
  await problem.show();
  assert.equal(problem.state, 'undecided', 'nor is there a solution to show');
});

test('after the engine’s trouble one does not play for the other side', async () => {
  const { problem } = opened(0, () => {
    throw new Error('too busy');
  });
  await problem.play([0, 0]);
  assert.equal(problem.trouble, 'too busy');
  await problem.play([4, 4]);
  assert.equal(problem.position.moves.length, 1);
  problem.again();
  assert.ok(problem.yourTurn);
});

test('trouble with the solution is over when a try is answered', async () => {
  let trouble = true;
  const { problem } = opened(0, () => {
    if (trouble) throw new Error('too busy');
    return { captured: false, pv: ['D3'] };
  });
  await problem.show();
  assert.equal(problem.trouble, 'too busy');
  trouble = false;
  await problem.play([0, 0]);
  assert.deepEqual([problem.state, problem.trouble], ['failed', null]);
});

test('an illegal try is no try', async () => {
  const { problem, engine } = opened(0, () => assert.fail());
  assert.equal(await problem.play([1, 2]), 'occupied');
  assert.equal(engine.asked.length, 0);
});

test('the chosen problems are of all kinds, each position once', () => {
  const file = new URL('../../../tests/problems/captures.txt', import.meta.url);
  const chosen = chooseProblems(readFileSync(file, 'utf8'));
  for (const difficulty of [1, 2, 3, 4, 5]) {
    for (const task of ['capture', 'save']) {
      const group = chosen.filter((problem) => problem.difficulty === difficulty && problem.task === task);
      assert.equal(group.length, 24, `${difficulty} ${task}`);
    }
  }
  assert.equal(new Set(chosen.map(({ picture }) => picture)).size, chosen.length);
});

test('a review finds its moves again in the record', async () => {
  const cursor = new Cursor();
  cursor.open(Record.parse('(;SZ[9];B[ee];W[cc])'));
  const moves = [
    { number: 1, move: 'E5', grade: 'good' },
    { number: 2, move: 'C7', grade: 'blunder' },
  ];
  const engine = fakeEngine((_, onreport) => {
    onreport({ searched: 1, searches: 3 });
    return { review: { moves, turning_points: [2] } };
  });
  const said = [];
  const review = new Review(engine, cursor, (text) => said.push(text));
  const running = review.start('quick');
  assert.ok(review.progress);
  await running;
  assert.deepEqual([engine.asked[0].maxVisits, engine.asked[0].priority], [50, -1]);
  assert.equal(review.progress, null);
  assert.deepEqual(said, ['The review is done: 1 turning point.']);
  const [, first, second] = cursor.record.line(cursor.node);
  assert.equal(review.entry(first).move, 'E5');
  assert.deepEqual(
    review.turningPoints.map(({ node }) => node),
    [second],
  );
  review.clear();
  assert.equal(review.entry(first), undefined);
});

test('a verdict stands at its move whatever nodes the record has', async () => {
  const cursor = new Cursor();
  cursor.open(Record.parse('(;SZ[9];B[ee];C[hello];W[aa];B[cc]W[gg];B[cg])'));
  const moves = ['E5', 'A9', 'C7', 'G3', 'C3'].map((move, at) => ({ number: at + 1, move }));
  const engine = fakeEngine(() => ({ review: { moves, turning_points: [2, 3, 5] } }));
  const review = new Review(engine, cursor, quiet);
  await review.start('quick');
  const [, first, comment, second, both, last] = cursor.record.line(cursor.node);
  const told = [first, comment, second, both, last].map((node) => review.entry(node)?.move);
  assert.deepEqual(told, ['E5', undefined, 'A9', 'G3', 'C3']);
  assert.deepEqual(
    review.turningPoints.map(({ node }) => node),
    [second, last],
  );
  cursor.record.remove(last);
  assert.deepEqual(
    review.turningPoints.map(({ node }) => node),
    [second],
    'one that is in the record no more is none',
  );
});

test('moves after stones that were set up have the numbers of the record', async () => {
  const cursor = new Cursor();
  cursor.open(Record.parse('(;SZ[9];B[ee];AW[aa];W[cc];B[gg])'));
  const moves = ['C7', 'G3'].map((move, at) => ({ number: at + 1, move }));
  const engine = fakeEngine(() => ({ review: { moves, turning_points: [2, 1] } }));
  const review = new Review(engine, cursor, quiet);
  await review.start('quick');
  assert.deepEqual(
    review.turningPoints.map(({ number, move }) => [number, move]),
    [
      [3, 'G3'],
      [2, 'C7'],
    ],
  );
});

test('a review of moves that are taken away meanwhile is of those that stay', async () => {
  const cursor = new Cursor();
  cursor.open(Record.parse('(;SZ[9];B[ee];W[aa];B[cc])'));
  const [, first, second, third] = cursor.record.line(cursor.node);
  const moves = ['E5', 'A9', 'C7'].map((move, at) => ({ number: at + 1, move }));
  const engine = fakeEngine(() => {
    cursor.record.remove(second);
    return { review: { moves, turning_points: [1, 3] } };
  });
  const review = new Review(engine, cursor, quiet);
  await review.start('quick');
  assert.equal(review.entry(first).move, 'E5');
  assert.deepEqual(
    review.turningPoints.map(({ node }) => node),
    [first],
  );
  assert.equal(cursor.record.get(third.id), undefined);
});

test('a review can be stopped, and its trouble is told', async () => {
  const cursor = new Cursor();
  const review = new Review(
    fakeEngine(() => undefined),
    cursor,
    quiet,
  );
  review.start('quick');
  review.stop();
  await settled();
  assert.deepEqual([review.progress, review.found], [null, null]);
  const failing = new Review(
    fakeEngine(() => {
      throw new Error('no moves');
    }),
    cursor,
    quiet,
  );
  await failing.start('quick');
  assert.equal(failing.trouble, 'no moves');
});
