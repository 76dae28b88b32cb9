/// The engine in a worker of the page itself: the same texts as over the socket. One that has failed, for want of
/// memory or of the network that it is loaded from, is replaced, at growing intervals.
export function openDoor({ start = startWorker, shortest = 250, longest = 4000 } = {}) {
  const door = { onanswer() {}, onstate() {}, ask, close };
  let worker;
  let wait = shortest;
  let timer;

  function open() {
    worker = start();
    worker.onmessage = ({ data }) => {
      wait = shortest;
      door.onanswer(JSON.parse(data));
    };
    worker.onerror = () => {
      worker.terminate();
      worker = null;
      door.onstate('lost');
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, longest);
    };
    // Not before the one who has opened the door can hear it.
    queueMicrotask(() => door.onstate('open'));
  }

  function ask(question) {
    worker?.postMessage(JSON.stringify(question));
  }

  function close() {
    clearTimeout(timer);
    worker?.terminate();
  }

  open();
  return door;
}

const startWorker = () => new Worker(new URL('../engine/worker.js', import.meta.url), { type: 'module' });
