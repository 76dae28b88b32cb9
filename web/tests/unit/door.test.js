import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { Engine } from '../../src/door/engine.js';
import { LONGEST, openDoor } from '../../src/door/socket.js';
import { openDoor as openWorker } from '../../src/door/worker.js';
import { fakeDoor, settled } from './fakes.js';

function opened() {
  const door = fakeDoor();
  const engine = new Engine(door);
  door.onstate('open');
  return { door, engine };
}

test('an answer goes to who has asked, reports before it', async () => {
  const { door, engine } = opened();
  const reports = [];
  const one = engine.ask({ moves: [] }, (report) => reports.push(report.visits));
  const two = engine.ask({ moves: [['B', 'E5']] });
  const [a, b] = door.asked;
  door.onanswer({ id: b.id, isDuringSearch: false, visits: 7 });
  door.onanswer({ id: a.id, isDuringSearch: true, visits: 1 });
  door.onanswer({ id: a.id, warning: 'never mind' });
  door.onanswer({ id: a.id, isDuringSearch: false, visits: 2 });
  assert.equal((await one.answer).visits, 2);
  assert.equal((await two.answer).visits, 7);
  assert.deepEqual(reports, [1]);
});

test('an error of the engine is one', async () => {
  const { door, engine } = opened();
  const asked = engine.ask({});
  door.onanswer({ id: door.asked[0].id, error: 'no such point', field: 'moves' });
  await assert.rejects(asked.answer, /no such point/);
});

test('what is stopped is ended at the engine and answers nothing', async () => {
  const { door, engine } = opened();
  const asked = engine.ask({}, () => assert.fail('no report after the stop'));
  asked.stop();
  assert.equal(await asked.answer, null);
  assert.deepEqual(door.asked[1].action, 'terminate');
  assert.equal(door.asked[1].terminateId, door.asked[0].id);
  door.onanswer({ id: door.asked[0].id, isDuringSearch: true });
  asked.stop();
  assert.equal(door.asked.length, 2);
});

test('what waits is asked again when a lost door opens, and nothing is asked before', async () => {
  const { door, engine } = opened();
  const asked = engine.ask({ first: true });
  door.onstate('lost');
  assert.equal(engine.state, 'lost');
  engine.ask({ second: true });
  engine.ask({ third: true }).stop();
  assert.equal(door.asked.length, 1);
  door.onstate('open');
  assert.deepEqual(
    door.asked.slice(1).map(({ first, second }) => first ?? second),
    [true, true],
  );
  door.onanswer({ id: door.asked[0].id, isDuringSearch: false });
  assert.ok(await asked.answer);
});

test('a question about many turns ends with the last of them', async () => {
  const { door, engine } = opened();
  const turns = [];
  const asked = engine.ask({ analyzeTurns: [0, 1] }, (report) => turns.push(report.turnNumber));
  const [{ id }] = door.asked;
  door.onanswer({ id, isDuringSearch: false, turnNumber: 1 });
  door.onanswer({ id, isDuringSearch: true, turnNumber: 0 });
  door.onstate('lost');
  door.onstate('open');
  assert.deepEqual(
    door.asked.map(({ analyzeTurns }) => analyzeTurns),
    [[0, 1], [0]],
  );
  door.onanswer({ id, isDuringSearch: false, turnNumber: 0 });
  assert.equal((await asked.answer).turnNumber, 0);
  assert.deepEqual(turns, [1, 0]);
});

test('a lost socket is opened again, at growing intervals', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const sockets = [];
  class Socket {
    static OPEN = 1;
    sent = [];
    constructor() {
      sockets.push(this);
    }
    open() {
      this.readyState = 1;
      this.onopen();
    }
    answer() {
      this.onmessage({ data: '{}' });
    }
    lose() {
      this.readyState = 3;
      this.onclose();
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
  }
  const states = [];
  const door = openDoor({ address: 'ws://here/analysis', Socket, shortest: 100, longest: 200 });
  door.onstate = (state) => states.push(state);
  door.ask({ id: 'too early' });
  sockets[0].open();
  door.ask({ id: 'a' });
  assert.deepEqual(sockets[0].sent, [{ id: 'a' }]);
  sockets[0].lose();
  mock.timers.tick(99);
  assert.equal(sockets.length, 1);
  mock.timers.tick(1);
  assert.equal(sockets.length, 2);
  sockets[1].lose();
  mock.timers.tick(199);
  assert.equal(sockets.length, 2);
  mock.timers.tick(1);
  sockets[2].open();
  assert.deepEqual(states, ['open', 'lost', 'lost', 'open']);
  sockets[2].lose();
  mock.timers.tick(199);
  assert.equal(sockets.length, 3, 'it has been open, but has not answered');
  mock.timers.tick(1);
  sockets[3].open();
  sockets[3].answer();
  sockets[3].lose();
  mock.timers.tick(100);
  assert.equal(sockets.length, 5, 'it has answered');
  mock.timers.reset();
});

test('what is too long for the server is refused once, and is not sent', async () => {
  const sent = [];
  class Socket {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      queueMicrotask(() => this.onopen());
    }
    send(text) {
      sent.push(text.length);
    }
  }
  const engine = new Engine(openDoor({ address: 'ws://here/analysis', Socket }));
  await settled();
  const length = (moves) => JSON.stringify({ id: 'page-1', moves }).length;
  engine.ask({ moves: 'x'.repeat(LONGEST - length('')) });
  assert.deepEqual(sent, [LONGEST]);
  await assert.rejects(engine.ask({ moves: 'x'.repeat(LONGEST + 1 - length('')) }).answer, /too long/);
  assert.equal(sent.length, 1);
});

test('the server takes what is as long as that', () => {
  const session = readFileSync(new URL('../../../src/web/session.rs', import.meta.url), 'utf8');
  const [, shift] = /LONGEST_QUESTION: usize = 1 << (\d+);/.exec(session);
  assert.equal(LONGEST, 1 << shift);
});

test('a worker opens the door when it is loaded, and one that has failed is replaced, at growing intervals', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const workers = [];
  const start = () => {
    const worker = { asked: [], postMessage: (text) => worker.asked.push(text), terminate: () => (worker.gone = true) };
    workers.push(worker);
    return worker;
  };
  const states = [];
  const door = openWorker({ start, shortest: 100, longest: 200 });
  const load = (worker) => worker.onmessage({ data: '{"loaded":true}' });
  door.onstate = (state) => states.push(state);
  door.onanswer = () => assert.fail('nothing is answered');
  assert.deepEqual(states, []);
  load(workers[0]);
  door.ask({ id: 'a' });
  assert.deepEqual(workers[0].asked, ['{"id":"a"}']);
  workers[0].onerror();
  assert.ok(workers[0].gone);
  workers[0].onerror();
  door.ask({ id: 'nobody hears it' });
  mock.timers.tick(100);
  workers[1].onerror();
  mock.timers.tick(199);
  assert.equal(workers.length, 2);
  mock.timers.tick(1);
  load(workers[2]);
  workers[1].onerror();
  assert.ok(!workers[2].gone, 'one that is gone takes no other along');
  assert.deepEqual(states, ['open', 'lost', 'lost', 'open']);
  let answered;
  door.onanswer = (answer) => (answered = answer);
  workers[2].onmessage({ data: '{"id":"a"}' });
  assert.deepEqual(answered, { id: 'a' });
  mock.timers.reset();
});
