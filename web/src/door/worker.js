/// The engine in a worker of the page itself: the same texts as over the socket, after one that says that it is loaded. One that
/// has failed, for want of memory or of the network that it is loaded from, is replaced, at growing intervals.
export function openDoor({ start = startWorker, shortest = 250, longest = 4000 } = {}) {
  const door = { onanswer() {}, onstate() {}, ask };
  let worker;
  let wait = shortest;

  function open() {
    const mine = start();
    worker = mine;
    mine.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.loaded) return door.onstate('open');
      wait = shortest;
      door.onanswer(answer);
    };
    mine.onerror = () => {
      // It may have failed once more before it was ended.
      if (worker !== mine) return;
      mine.terminate();
      worker = null;
      door.onstate('lost');
      setTimeout(open, wait);
      wait = Math.min(wait * 2, longest);
    };
  }

  function ask(question) {
    worker?.postMessage(JSON.stringify(question));
  }

  open();
  return door;
}

const startWorker = () => new Worker(new URL('../engine/worker.js', import.meta.url), { type: 'module' });
