import { Watched } from '../page/watched.js';
import { Record } from '../game/record.js';
import { PASS, illegal, key, pointName } from '../game/position.js';
import { question } from '../game/question.js';
import { lastMove } from '../game/spoken.js';
import { count, deadStones, resultOf } from '../game/count.js';
import { CLOCKS, Clock } from './clock.js';
import { RANKS } from './levels.js';
import { hintFrom } from './hint.js';
import { texts } from '../texts.js';

const STORED = 'tengen.match';
// Visits of a hint, and of a count.
const VISITS = 400;

/// A game of a person against a level. It is kept in `storage` and goes on from there.
export class Match extends Watched {
  /// `none`, `playing`, `counting` or `over`.
  phase = 'none';
  settings = { color: 'black', level: 5, komi: 7.5, handicap: 0, clock: 'none' };
  record = Record.blank();
  node = this.record.root;
  clock = null;
  /// The stones that are dead by the count, or null before it.
  dead = null;
  hint = null;
  result = null;
  trouble = null;
  #engine;
  #storage;
  #say;
  #question = null;
  #alarm = null;
  /// What the storage held when it was last read or written here.
  #kept = null;

  constructor(engine, storage, say) {
    super();
    this.#engine = engine;
    this.#storage = storage;
    this.#say = say;
    this.#restore();
    engine.watch(() => this.#runClock());
  }

  get position() {
    return this.record.position(this.node);
  }

  /// 1 for Black, -1 for White.
  get you() {
    return this.settings.color === 'black' ? 1 : -1;
  }

  get yourTurn() {
    return this.phase === 'playing' && this.position.turn === this.you;
  }

  get thinking() {
    return this.#question !== null;
  }

  /// The area as it stands with the dead stones off.
  get count() {
    return count(this.position.board, this.dead ?? new Set(), this.record.komi + this.record.compensation);
  }

  start(settings) {
    this.#end();
    this.settings = settings;
    this.record = Record.blank({ komi: settings.komi, handicap: settings.handicap });
    this.node = this.record.root;
    const players = [texts.you, texts.opponent(settings.level, RANKS[settings.level - 1])];
    const [black, white] = this.you > 0 ? players : players.reverse();
    // The time is the name of the game, which tells it from all others.
    Object.assign(this.record.root.data, { GN: [new Date().toISOString()], PB: [black], PW: [white] });
    this.clock = settings.clock === 'none' ? null : new Clock(CLOCKS[settings.clock]);
    Object.assign(this, { phase: 'playing', dead: null, result: null });
    this.#say(texts.started(settings));
    this.#next();
  }

  /// Plays for the person and returns why it may not be played, or null.
  play(vertex) {
    if (!this.yourTurn) return null;
    const why = illegal(this.position, vertex);
    if (why) this.#say(texts.illegal[why], { shown: true });
    else this.#move(vertex);
    return why;
  }

  pass() {
    this.play(PASS);
  }

  /// Takes back to the person's last turn, or a resignation alone.
  undo() {
    if (!this.canUndo) return;
    this.#end();
    if (!this.#youResigned) {
      do this.node = this.record.remove(this.node);
      while (this.position.turn !== this.you);
    }
    delete this.record.root.data.RE;
    Object.assign(this, { phase: 'playing', result: null, dead: null });
    this.#say(texts.undone);
    this.#next();
  }

  /// No time comes back.
  get canUndo() {
    if (this.phase === 'none' || this.result?.endsWith('+T')) return false;
    if (this.#youResigned) return true;
    return this.record.path(this.node).some((node) => node.data[this.you > 0 ? 'B' : 'W']);
  }

  resign() {
    if (this.phase === 'playing') this.#finish(this.#resignation);
  }

  get #resignation() {
    return `${this.you > 0 ? 'W' : 'B'}+R`;
  }

  get #youResigned() {
    return this.result === this.#resignation;
  }

  /// The next step of a hint: a region of the board, then candidates, then the move.
  async help() {
    if (!this.yourTurn || this.thinking) return;
    if (this.hint) {
      this.hint.step = Math.min(3, this.hint.step + 1);
    } else {
      const answer = await this.#asked(question(this.record, this.node, { maxVisits: VISITS }));
      if (!answer) return;
      this.hint = { step: 1, ...hintFrom(answer.moveInfos, this.position.board) };
    }
    this.#say(texts.hint(this.hint, (vertex) => pointName(this.position.board, vertex)));
    this.changed();
  }

  /// Whether the stone at a point counts as dead.
  isDead(vertex) {
    return this.phase === 'counting' && !!this.dead?.has(key(vertex));
  }

  /// Turns a chain from alive to dead or back.
  dispute(vertex) {
    const { board } = this.position;
    if (this.phase !== 'counting' || this.thinking || !board.get(vertex)) return;
    this.dead ??= new Set();
    const dead = this.dead.has(key(vertex));
    for (const at of board.getChain(vertex)) dead ? this.dead.delete(key(at)) : this.dead.add(key(at));
    this.#say(texts.disputed(pointName(board, vertex), !dead, texts.result(resultOf(this.count.lead))));
    this.#save();
    this.changed();
  }

  accept() {
    if (this.phase === 'counting') this.#finish(resultOf(this.count.lead));
  }

  /// Plays on after the passes, because the count is disputed.
  resume() {
    if (this.phase !== 'counting') return;
    while (this.position.passes > 0) this.node = this.record.remove(this.node);
    Object.assign(this, { phase: 'playing', dead: null });
    this.#say(texts.resumed);
    this.#next();
  }

  /// Gives the game up for a new one.
  leave() {
    this.#end();
    this.phase = 'none';
    this.#save();
    this.changed();
  }

  /// Asks again after trouble.
  retry() {
    this.#next();
  }

  #move(vertex) {
    this.clock?.moved(this.position.number + 1);
    this.hint = null;
    this.node = this.record.play(this.node, vertex);
    this.#say(lastMove(this.position));
    this.#next();
  }

  #next() {
    this.#goOn();
    this.#save();
    this.changed();
  }

  /// Whatever the position asks for: a move of the engine, a count, or the person.
  #goOn() {
    this.trouble = null;
    clearTimeout(this.#alarm);
    if (this.position.passes >= 2) this.#beginCount();
    else {
      this.#runClock();
      if (!this.yourTurn) this.#reply();
    }
  }

  async #reply() {
    const { level } = this.settings;
    const answer = await this.#asked(question(this.record, this.node, { action: 'genmove', level, seed: seed() }));
    if (!answer) return;
    if (!this.#isKept) return this.#takeOver();
    if (answer.move === 'resign') return this.#finish(`${this.you > 0 ? 'B' : 'W'}+R`);
    this.#move(this.position.board.parseVertex(answer.move));
  }

  async #beginCount() {
    this.phase = 'counting';
    this.clock?.stop();
    const answer = await this.#asked(question(this.record, this.node, { maxVisits: VISITS, includeOwnership: true }));
    if (!answer) return;
    if (!this.#isKept) return this.#takeOver();
    this.dead = deadStones(this.position.board, answer.ownership);
    this.#say(texts.counted(texts.result(resultOf(this.count.lead))));
    this.#save();
    this.changed();
  }

  /// The answer, or null when the game went on without it or there is trouble.
  async #asked(asked) {
    // A hint may still be thought about.
    this.#question?.stop();
    const mine = this.#engine.ask(asked);
    this.#question = mine;
    this.changed();
    try {
      const answer = await mine.answer;
      return this.#question === mine ? answer : null;
    } catch (error) {
      if (this.#question === mine) this.trouble = error.message;
      return null;
    } finally {
      if (this.#question === mine) this.#question = null;
      this.changed();
    }
  }

  /// The clock stands still while the engine cannot be reached.
  #runClock() {
    if (!this.clock || this.phase !== 'playing') return;
    clearTimeout(this.#alarm);
    if (this.#engine.state !== 'open') return this.clock.stop();
    const { turn } = this.position;
    this.clock.start(turn);
    const flag = () => this.#isKept && this.#finish(`${turn > 0 ? 'W' : 'B'}+T`);
    this.#alarm = setTimeout(flag, this.clock.remaining(turn));
  }

  #finish(result) {
    this.#end();
    this.phase = 'over';
    this.result = result;
    this.record.root.data.RE = [result];
    this.#say(texts.result(result));
    this.#save();
    this.changed();
  }

  /// Ends what runs: the engine's thinking, the clock.
  #end() {
    this.#question?.stop();
    this.#question = null;
    this.clock?.stop();
    clearTimeout(this.#alarm);
    this.hint = null;
    this.trouble = null;
  }

  /// Writes the clock down before the page goes. All else is written when it changes.
  save() {
    if (this.clock && this.phase === 'playing' && this.#isKept) this.#save();
  }

  /// Goes on when somebody looks again, with what another page has made of the game meanwhile. Where the browser had laid the page
  /// aside for a way back to it, the time has run, but not the alarm at its end.
  wake() {
    if (this.#isKept) this.#runClock();
    else this.#takeOver();
  }

  /// Whether the game is still the one of this page: another one may have gone on with it, or begun its own.
  get #isKept() {
    const kept = this.#storage.getItem(STORED);
    return kept === null || kept === this.#kept;
  }

  /// Goes on with what another page has made of the game, which an answer or a page that comes late must not take back.
  #takeOver() {
    this.#end();
    Object.assign(this, { phase: 'none', result: null, dead: null });
    this.#restore();
    this.changed();
  }

  #save() {
    const { phase, settings, result } = this;
    const game = phase === 'none' ? {} : { sgf: `${this.record}`, result, dead: this.dead && [...this.dead], clock: this.clock };
    this.#kept = JSON.stringify({ phase, settings, ...game });
    this.#storage.setItem(STORED, this.#kept);
  }

  #restore() {
    this.#kept = this.#storage.getItem(STORED);
    try {
      const { phase, settings, sgf, result, dead, clock } = JSON.parse(this.#kept) ?? {};
      if (settings) this.settings = { ...this.settings, ...settings };
      if (!phase || phase === 'none') return;
      this.record = Record.parse(sgf);
      this.node = this.record.line(this.record.root).at(-1);
      this.clock = clock ? new Clock(clock) : null;
      Object.assign(this, { phase, result, dead: dead && new Set(dead) });
    } catch {
      // What cannot be read is as good as nothing.
    }
    if (this.phase === 'playing' || (this.phase === 'counting' && !this.dead)) this.#goOn();
  }
}

const seed = () => Math.floor(Math.random() * 2 ** 32);
