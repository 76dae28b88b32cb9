import { Watched } from '../page/watched.js';
import { isInTurn, question } from '../game/question.js';

// It goes on until then, or until the engine has had enough.
const VISITS = 100_000;
const SWEEP = 100;
// Positions of a sweep that are asked for at once: an engine behind a socket lets no more than 2,000 wait.
const PART = 500;

/// Lets the engine think about the position at a cursor for as long as it is `wanted`, and keeps what it said of
/// every position that is still in the record.
export class Ponder extends Watched {
  on = true;
  trouble = null;
  /// Which record is looked at from end to end, how many of its positions have been, and of how many; or null.
  sweep = null;
  #engine;
  #cursor;
  #wanted = false;
  #question = null;
  #node = null;
  // By node, so that they go when a record or a variation does.
  #reports = new WeakMap();

  constructor(engine, cursor) {
    super();
    this.#engine = engine;
    this.#cursor = cursor;
    cursor.watch(() => this.#follow());
  }

  /// What is known of the position at a node, or undefined.
  report(node) {
    return this.#reports.get(node);
  }

  get thinking() {
    return this.#question !== null;
  }

  /// Whether somebody looks.
  want(wanted) {
    this.#wanted = wanted;
    this.#follow();
  }

  toggle() {
    this.on = !this.on;
    this.#follow();
    this.changed();
  }

  /// Looks briefly at every position of the line, part by part, but for those where the engine would let the wrong side
  /// move: their candidates would be that side's.
  async all() {
    this.#stop();
    const { record, node } = this.#cursor;
    const line = record.line(node);
    const turns = record.turns(line);
    // Who begins may be known only after some nodes without a move.
    const { startTurn } = record.position(line.at(-1));
    const left = [...turns.keys()].filter((number) => {
      const position = record.position(turns.get(number));
      return number > 0 ? isInTurn(position) : position.turn === startTurn;
    });
    // A move or a problem that is asked for meanwhile does not wait for all of them.
    const few = { maxVisits: SWEEP, priority: -1 };
    const whole = question(record, line.at(-1), { analyzeTurns: left, ...few, ...INCLUDED });
    const sweep = { record, done: 0, of: left.length };
    const keep = (answer) => {
      if (answer.isDuringSearch) return;
      sweep.done++;
      this.#keep(turns.get(answer.turnNumber), answer);
    };
    this.trouble = null;
    this.sweep = sweep;
    while (left.length && this.sweep === sweep && !this.trouble) {
      const analyzeTurns = left.splice(0, PART);
      await this.#ask({ ...whole, analyzeTurns, moves: whole.moves.slice(0, analyzeTurns.at(-1)) }, keep);
    }
    if (this.sweep !== sweep) return;
    this.sweep = null;
    if (!this.trouble) this.#follow();
    this.changed();
  }

  /// Ends a sweep early.
  stop() {
    this.#stop();
    this.#follow();
    this.changed();
  }

  #follow() {
    const { record, node } = this.#cursor;
    if (this.sweep?.record === record) return;
    if (this.#wanted && this.on && this.#node === node && this.#question) return;
    this.#stop();
    this.trouble = null;
    const isDone = this.report(node)?.rootInfo.visits >= VISITS;
    if (!this.#wanted || !this.on || isDone) return this.changed();
    this.#node = node;
    const asked = question(record, node, { maxVisits: VISITS, reportDuringSearchEvery: 0.25, ...INCLUDED });
    this.#ask(asked, (answer) => this.#keep(node, answer));
  }

  async #ask(asked, onreport) {
    const mine = this.#engine.ask(asked, onreport);
    this.#question = mine;
    this.changed();
    try {
      const answer = await mine.answer;
      if (answer) onreport(answer);
    } catch (error) {
      if (this.#question === mine) this.trouble = error.message;
    }
    if (this.#question !== mine) return;
    this.#question = null;
    this.changed();
  }

  #keep(node, report) {
    // What was found in longer thinking stays until the new one is as long.
    const known = this.#reports.get(node);
    if (report.rootInfo && (known?.rootInfo.visits ?? 0) <= report.rootInfo.visits) this.#reports.set(node, report);
    this.changed();
  }

  #stop() {
    this.#question?.stop();
    this.#question = null;
    this.#node = null;
    this.sweep = null;
  }
}

const INCLUDED = { includeOwnership: true, includePolicy: true };
