import { Watched } from '../page/watched.js';
import { Record } from '../game/record.js';
import { PASS, illegal, isPass, moved, pointName } from '../game/position.js';
import { question } from '../game/question.js';
import { lastMove } from '../game/spoken.js';
import { texts } from '../texts.js';

const STORED = 'tengen.problems';
const ORDER = 3;
const NODES = [1_000_000, 10_000_000];

/// A problem that one tries to solve: the solver answers every try and proves what becomes of it.
export class Problem extends Watched {
  /// The number in the list of the one that is shown, or null.
  number = null;
  record = null;
  node = null;
  /// `open`, `working` (a try that still captures), `solved`, `failed`, `undecided`, or `shown`: the solution was.
  state = 'open';
  /// A line to show: names of points.
  line = null;
  trouble = null;
  solved = new Set();
  #engine;
  #storage;
  #say;
  #question = null;

  constructor(engine, storage, say, list) {
    super();
    this.#engine = engine;
    this.#storage = storage;
    this.#say = say;
    this.list = list;
    this.catchUp();
  }

  get shown() {
    return this.list[this.number];
  }

  get position() {
    return this.record.position(this.node);
  }

  /// The point of the chain that it is about.
  get target() {
    return this.position.board.parseVertex(this.shown.target);
  }

  /// The points of that chain; none when it is off the board.
  get marked() {
    const { board } = this.position;
    return board.get(this.target) ? board.getChain(this.target) : [];
  }

  get thinking() {
    return this.#question !== null;
  }

  get yourTurn() {
    const open = this.state === 'open' || this.state === 'working';
    return open && !this.thinking && this.position.turn === this.record.position(this.record.root).turn;
  }

  /// Takes over what has been solved in other tabs.
  catchUp() {
    for (const id of readSolved(this.#storage)) this.solved.add(id);
    this.changed();
  }

  isSolved(number) {
    return this.solved.has(idOf(this.list[number]));
  }

  open(number) {
    this.choose(number);
    this.#say(texts.task(this.shown, this.position.turn));
  }

  /// Opens it without a word, as long as nobody looks at it.
  choose(number) {
    this.number = number;
    this.record = recordOf(this.list[number]);
    this.again();
  }

  /// From the beginning.
  again() {
    this.#question?.stop();
    this.#question = null;
    this.node = this.record.root;
    Object.assign(this, { state: 'open', line: null, trouble: null });
    this.changed();
  }

  /// A try; returns why it may not be played, or null.
  async play(vertex) {
    if (!this.yourTurn) return null;
    const why = illegal(this.position, vertex);
    if (why) {
      this.#say(texts.illegal[why], { shown: true });
      return why;
    }
    Object.assign(this, { line: null, trouble: null });
    this.#move(vertex);
    if (this.#gone) this.#turnTo('solved', texts.capturedAll);
    else await this.#answer();
    return null;
  }

  /// Shows the line that the solver has proven.
  async show() {
    this.again();
    const answer = await this.#solve(this.shown.task === 'capture' ? 'attack' : 'defend');
    if (!answer) return;
    if (answer.captured === null) return this.#turnTo('undecided', texts.undecided);
    this.state = 'shown';
    this.line = answer.pv;
    this.#say(texts.solution(answer.pv));
    this.changed();
  }

  /// The solver's reply to a try.
  async #answer() {
    const capture = this.shown.task === 'capture';
    const answer = await this.#solve(capture ? 'defend' : 'attack');
    if (!answer) return;
    const { captured, pv } = answer;
    if (captured === null) return this.#turnTo('undecided', texts.undecided);
    if (!capture) {
      if (!captured) return this.#turnTo('solved', texts.provenSafe);
      this.line = pv;
      return this.#turnTo('failed', texts.refutedSave(pv));
    }
    const reply = pv.length ? this.position.board.parseVertex(pv[0]) : PASS;
    if (!captured) {
      // They get away whatever their side plays.
      if (isPass(reply)) return this.#turnTo('failed', texts.refuted);
      this.#move(reply);
      return this.#turnTo('failed', texts.refutedCapture(pointName(this.position.board, reply)));
    }
    const told = this.#move(isPass(reply) ? stubborn(this.position, this.target) : reply);
    this.#turnTo('working', `${told} ${texts.stillCaptured}`);
  }

  async #solve(first) {
    const mine = (this.#question = { stop() {} });
    this.changed();
    try {
      for (const maxNodes of NODES) {
        const asked = question(this.record, this.node, {
          action: 'solve',
          target: this.shown.target,
          first,
          maxOrder: ORDER,
          maxNodes,
        });
        const running = this.#engine.ask(asked);
        mine.stop = running.stop;
        const answer = await running.answer;
        if (this.#question !== mine || !answer) return null;
        if (answer.captured !== null || maxNodes === NODES.at(-1)) return answer;
      }
    } catch (error) {
      if (this.#question === mine) this.trouble = error.message;
    } finally {
      if (this.#question === mine) this.#question = null;
      this.changed();
    }
    return null;
  }

  /// Makes a move; returns what was said of it.
  #move(vertex) {
    this.node = this.record.play(this.node, vertex);
    const told = lastMove(this.position);
    this.#say(told);
    this.changed();
    return told;
  }

  /// Whether the chain is off the board.
  get #gone() {
    return this.position.board.get(this.target) !== this.record.position(this.record.root).board.get(this.target);
  }

  #turnTo(state, text) {
    this.state = state;
    if (state === 'solved') {
      // What is written takes the place of what another tab has written.
      this.catchUp();
      this.solved.add(idOf(this.shown));
      this.#storage.setItem(STORED, JSON.stringify([...this.solved]));
    }
    this.#say(text);
    this.changed();
  }
}

const idOf = ({ picture, task }) => `${task} ${picture}`;

function readSolved(storage) {
  try {
    return [...JSON.parse(storage.getItem(STORED))];
  } catch {
    // Nothing, or what cannot be read.
    return [];
  }
}

function recordOf({ picture, task, target }) {
  const record = Record.blank({ size: picture.split('/').length });
  const data = { AB: [], AW: [] };
  picture.split('/').forEach((row, y) =>
    [...row].forEach((stone, x) => {
      const point = String.fromCharCode(97 + x, 97 + y);
      if (stone === 'X') data.AB.push(point);
      if (stone === 'O') data.AW.push(point);
    }),
  );
  const { board } = record.position(record.root);
  const [x, y] = board.parseVertex(target);
  const black = picture.split('/')[y][x] === 'X';
  data.PL = [black === (task === 'save') ? 'B' : 'W'];
  const root = { ...record.root, data: { ...record.root.data, ...data } };
  return new Record([root]);
}

/// Where everything loses, the move on a liberty of the chain that leaves it most; a pass would teach nothing.
function stubborn(position, target) {
  const { board } = position;
  const tries = board
    .getLiberties(target)
    .filter((vertex) => !illegal(position, vertex))
    .map((vertex) => ({ vertex, left: moved(position, vertex).board.getLiberties(target).length }));
  return tries.sort((a, b) => b.left - a.left)[0]?.vertex ?? PASS;
}
