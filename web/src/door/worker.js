/// The engine in a worker of the page itself: the same texts as over the socket.
export function openDoor() {
  const door = { onanswer() {}, onstate() {}, ask, close };
  const worker = new Worker(new URL('../engine/worker.js', import.meta.url), { type: 'module' });

  worker.onmessage = ({ data }) => door.onanswer(JSON.parse(data));
  worker.onerror = () => door.onstate('lost');
  setTimeout(() => door.onstate('open'));

  function ask(question) {
    worker.postMessage(JSON.stringify(question));
  }

  function close() {
    worker.terminate();
  }

  return door;
}
