// The engine in a worker. Messages both ways are texts: one query or answer of the analysis protocol each (docs/analysis.md).
// The first one from here tells that the engine is loaded, which may take a while: clocks stand still until then.
import load, { Engine } from './engine.js';

// MiB of two search trees, the second of what is laid aside for something more urgent. A phone has as much.
const MEMORY = 256;

// Queries that came before the engine was there.
const early = [];
let engine;
let busy = false;

// A message to oneself comes after those that wait: a timer would too, but browsers make timers late.
const { port1: turn, port2: next } = new MessageChannel();
turn.onmessage = goOn;

self.onmessage = ({ data }) => (engine ? take(data) : early.push(data));

function take(line) {
  engine.take(line);
  if (!busy) {
    busy = true;
    next.postMessage(null);
  }
}

function goOn() {
  busy = engine.goOn();
  if (busy) next.postMessage(null);
}

load()
  .then(() => {
    engine = new Engine(MEMORY);
    postMessage('{"loaded":true}');
    early.splice(0).forEach(take);
  })
  .catch((error) => {
    // Out of the promise, so that the page's `worker.onerror` hears of it.
    setTimeout(() => {
      throw error;
    });
  });
