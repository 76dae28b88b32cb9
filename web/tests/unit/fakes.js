/// A door that keeps what is asked; the test answers.
export function fakeDoor() {
  const door = { asked: [], ask: (question) => door.asked.push(question), onanswer() {}, onstate() {} };
  return door;
}

/// An engine that answers every question by a function, at once or with its error.
export function fakeEngine(answerTo) {
  const engine = {
    state: 'open',
    watch: (watcher) => (engine.changed = watcher),
    asked: [],
    stopped: 0,
    ask(question, onreport = () => {}) {
      engine.asked.push(question);
      let settle;
      const stopped = new Promise((resolve) => (settle = resolve));
      const answered = Promise.resolve().then(() => answerTo(question, onreport) ?? new Promise(() => {}));
      return {
        answer: Promise.race([answered, stopped]),
        stop() {
          engine.stopped++;
          settle(null);
        },
      };
    },
  };
  return engine;
}

/// What a browser keeps between visits.
export function fakeStorage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
}

/// Until all promises that can be are settled.
export const settled = () => new Promise((resolve) => setTimeout(resolve));

/// A board from lines of `X`, `O` and `.`.
export function rowsOf(picture) {
  return picture
    .trim()
    .split(/\s+/)
    .map((row) => [...row].map((stone) => ({ X: 1, O: -1 })[stone] ?? 0));
}
