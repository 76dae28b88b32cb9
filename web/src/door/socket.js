import { texts } from '../texts.js';

/// Characters of a question, which are bytes: the server ends the session at a longer one.
export const LONGEST = 1 << 16;

/// A socket to `tengen web`: every message is one question or answer of the analysis protocol. A lost one is
/// opened again, at growing intervals.
export function openDoor({ address = socketAddress(), Socket = WebSocket, shortest = 250, longest = 4000 } = {}) {
  const door = { onanswer() {}, onstate() {}, ask };
  let socket;
  let wait = shortest;

  function connect() {
    socket = new Socket(address);
    socket.onopen = () => door.onstate('open');
    socket.onmessage = ({ data }) => {
      // Not before: one that is closed at every question is asked again as soon as it is open.
      wait = shortest;
      door.onanswer(JSON.parse(data));
    };
    socket.onclose = () => {
      door.onstate('lost');
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, longest);
    };
  }

  function ask(question) {
    const text = JSON.stringify(question);
    if (text.length > LONGEST) door.onanswer({ id: question.id, error: texts.tooLong });
    else if (socket.readyState === Socket.OPEN) socket.send(text);
  }

  connect();
  return door;
}

function socketAddress() {
  const address = new URL('analysis', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = address.hash = '';
  return address.href;
}
