import { Watched } from '../page/watched.js';

/// What is asked of the engine, by the door that there is. A question that waits for its answer when the door
/// is lost is asked again as soon as it is open.
export class Engine extends Watched {
  /// `connecting`, `open` or `lost`.
  state = 'connecting';
  #door;
  #waiting = new Map();
  #count = 0;

  constructor(door) {
    super();
    this.#door = door;
    door.onanswer = (answer) => this.#answered(answer);
    door.onstate = (state) => this.#turned(state);
  }

  /// Asks. `onreport` gets what is known while it thinks. `answer` is a promise of the last answer: null if it was
  /// stopped, and an error if the engine has one. With more than one turn asked, it is the answer to the last to come.
  ask(question, onreport = () => {}) {
    const id = `page-${++this.#count}`;
    const wanted = new Set(question.analyzeTurns ?? [null]);
    const entry = { question: { id, ...question }, onreport, wanted };
    const answer = new Promise((resolve, reject) => Object.assign(entry, { resolve, reject }));
    this.#waiting.set(id, entry);
    if (this.state === 'open') this.#door.ask(entry.question);
    return { answer, stop: () => this.#stop(id) };
  }

  #stop(id) {
    const entry = this.#waiting.get(id);
    if (!entry) return;
    this.#waiting.delete(id);
    if (this.state === 'open') this.#door.ask({ id: `${id}-stop`, action: 'terminate', terminateId: id });
    entry.resolve(null);
  }

  #answered(answer) {
    const entry = this.#waiting.get(answer.id);
    if (!entry || answer.warning) return;
    if (answer.error) {
      this.#waiting.delete(answer.id);
      entry.reject(new Error(answer.error));
    } else if (answer.isDuringSearch) {
      entry.onreport(answer);
    } else {
      if (!entry.wanted.delete(answer.turnNumber)) entry.wanted.delete(null);
      if (entry.wanted.size > 0) return entry.onreport(answer);
      this.#waiting.delete(answer.id);
      entry.resolve(answer.noResults ? null : answer);
    }
  }

  #turned(state) {
    this.state = state;
    if (state === 'open') for (const entry of this.#waiting.values()) this.#door.ask(unanswered(entry));
    this.changed();
  }
}

/// What is still to be asked.
function unanswered({ question, wanted }) {
  return question.analyzeTurns ? { ...question, analyzeTurns: [...wanted] } : question;
}
