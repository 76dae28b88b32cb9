import sgf from '@sabaki/sgf';
import GoBoard from '@sabaki/go-board';
import { handicapStones } from './handicap.js';
import { firstPosition, positionAfter } from './position.js';
import { clean, isPassing, isWithin } from './values.js';
import { written } from './writing.js';

let count = 0;
const nextId = () => ++count;

/// The greatest komi that the engine takes, for White or for Black.
const MOST_KOMI = 400;

const nothing = () => 0;
const each = (stones) => stones;
const eachButOne = (stones) => stones - 1;

/// The names of rules that the engine knows, without capitals, blanks and hyphens, and what White gets for so many stones.
export const RULES = {
  chinese: each,
  chineseogs: each,
  chinesekgs: each,
  aga: eachButOne,
  bga: eachButOne,
  french: eachButOne,
  newzealand: nothing,
  nz: nothing,
  goe: nothing,
  ing: nothing,
  ogs: nothing,
  area: nothing,
  ancientarea: nothing,
  stonescoring: nothing,
  tromptaylor: nothing,
  cgos: nothing,
  japanese: nothing,
  korean: nothing,
  territory: nothing,
  ancientterritory: nothing,
};

/// The record of a game with its variations: the nodes are those of `@sabaki/sgf`, so that whatever it held is
/// written again. Every node of every record has an id of its own.
export class Record {
  #nodes = new Map();
  #positions = new Map();

  /// The games of a file; the page shows the first one and keeps the others.
  constructor(games) {
    this.games = games;
    this.root = games[0];
    for (const node of withAllAfter(games)) this.#nodes.set(node.id, node);
  }

  static blank({ size = 9, komi = 7.5, handicap = 0 } = {}) {
    const data = { GM: ['1'], FF: ['4'], CA: ['UTF-8'], SZ: [`${size}`], KM: [`${komi}`], RU: ['Chinese'] };
    if (handicap > 1) {
      const stones = GoBoard.fromDimensions(size).getHandicapPlacement(handicap);
      Object.assign(data, { HA: [`${handicap}`], AB: stones.map(sgf.stringifyVertex), PL: ['W'] });
    }
    return new Record([{ id: nextId(), data, parentId: null, children: [] }]);
  }

  /// Reads a record. An error has one of the names `noRecord`, `notGo`, `tooLarge` and `offBoard`.
  static parse(text) {
    let games = gamesOf(text);
    // A bracket that was not escaped in a comment, as in [3k]: another one closes and none has opened.
    if (!games.length) games = gamesOf(text.replace(/(\\?)\](?=[^[\]]*\])/g, (all, escape) => (escape ? all : '\\]')));
    if (!games.length) throw new RecordError('noRecord');
    games.forEach(clean);
    const { GM, SZ } = games[0].data;
    if (GM && +GM[0] !== 1) throw new RecordError('notGo');
    const size = SZ ? SZ[0] : '19';
    if (!/^\s*([2-9])(:\1)?\s*$/.test(size)) throw new RecordError('tooLarge');
    if (!isWithin(games[0], parseInt(size, 10))) throw new RecordError('offBoard');
    // Whatever it was read from, it is written as UTF-8.
    for (const { data } of games) data.CA = ['UTF-8'];
    const record = new Record(games);
    // What cannot be shown fails here, before it takes the place of another record.
    for (const node of record.line(record.root)) record.position(node);
    return record;
  }

  toString() {
    return written(this.games);
  }

  get size() {
    return parseInt(this.root.data.SZ[0], 10);
  }

  /// In whole or half points; where none is named that the engine takes, what `tengen review` takes. Chinese servers count it in
  /// stones (3.75), or in hundredths (375, 650); the engine's own records do not.
  get komi() {
    // Some write it with a comma.
    const written = parseFloat(this.root.data.KM?.[0].replace(',', '.'));
    const isOwn = (this.root.data.AP?.[0] ?? '').startsWith('Tengen:');
    const komi = !isOwn && written >= 275 && written <= 750 ? written / 100 : written;
    if (!(Math.abs(komi) <= MOST_KOMI)) return this.handicap ? 0.5 : 7.5;
    return !isOwn && [2.75, 3.25, 3.75].includes(komi) ? 2 * komi : Math.round(2 * komi) / 2;
  }

  /// What White gets beside the komi for a handicap.
  get compensation() {
    const { handicap } = this;
    return handicap ? RULES[this.rules](handicap) : 0;
  }

  /// How many stones Black is ahead by in the main line, whatever number the record names.
  get handicap() {
    const { start, moves } = this.position(this.line(this.root).at(-1));
    return handicapStones(start, moves);
  }

  /// The rules by a name that the engine knows.
  get rules() {
    const name = (this.root.data.RU?.[0] ?? '').toLowerCase().replace(/[ _-]/g, '');
    if (Object.hasOwn(RULES, name)) return name;
    return ['japanese', 'korean', 'aga', 'newzealand', 'tromptaylor'].find((known) => name.includes(known)) ?? 'chinese';
  }

  /// The node of that id, if it is in the record.
  get(id) {
    return this.#nodes.get(id);
  }

  parent(node) {
    return node.parentId === null ? null : this.#nodes.get(node.parentId);
  }

  /// The nodes from the root to `node`.
  path(node) {
    const path = [];
    for (let at = node; at; at = this.parent(at)) path.push(at);
    return path.reverse();
  }

  /// The nodes from the root through `node` to the end of its first variation.
  line(node) {
    const line = this.path(node);
    for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /// The nodes of a line by how many moves have been made since stones were last set up. Of those with equally many it is the
  /// first: a node may hold a comment alone, and another one two moves.
  turns(line) {
    const { start } = this.position(line.at(-1));
    const turns = new Map();
    for (const node of line) {
      const position = this.position(node);
      if (position.start === start && !turns.has(position.turnNumber)) turns.set(position.turnNumber, node);
    }
    return turns;
  }

  position(node) {
    const unknown = [];
    for (let at = node; at && !this.#positions.has(at.id); at = this.parent(at)) unknown.push(at);
    // A loop, so that a long variation is no deep recursion.
    for (const at of unknown.reverse()) {
      const parent = this.parent(at);
      const before = parent ? this.#positions.get(parent.id) : firstPosition(this.size);
      this.#positions.set(at.id, positionAfter(before, at));
    }
    return this.#positions.get(node.id);
  }

  /// The node after a move: the one that is there, or a new variation.
  play(node, vertex) {
    const color = this.position(node).turn > 0 ? 'B' : 'W';
    const point = sgf.stringifyVertex(vertex);
    const known = node.children.find(({ data }) => data[color] && same(data[color][0], point));
    if (known) return known;
    const child = { id: nextId(), data: { [color]: [point] }, parentId: node.id, children: [] };
    node.children.push(child);
    this.#nodes.set(child.id, child);
    return child;
  }

  /// Takes in what another record of the same game has more in its first line, and returns the end of that line here; null
  /// if it is of another game.
  join(other) {
    if (gameOf(this) !== gameOf(other)) return null;
    this.root.data = { ...other.root.data };
    const moves = other.line(other.root).slice(1);
    return moves.reduce((node, move) => this.play(node, other.position(move).last), this.root);
  }

  /// Takes a node and all after it away and returns its parent.
  remove(node) {
    const parent = this.parent(node);
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    for (const { id } of withAllAfter([node])) {
      this.#nodes.delete(id);
      this.#positions.delete(id);
    }
    return parent;
  }
}

/// Nodes and all that come after them. A loop, so that a long game is no deep recursion.
function* withAllAfter(nodes) {
  const open = [...nodes];
  while (open.length) {
    const node = open.pop();
    yield node;
    open.push(...node.children);
  }
}

/// What tells a game from all others: how it begins. How it has ended may not have been known.
const gameOf = ({ root }) => JSON.stringify({ ...root.data, RE: undefined });

class RecordError extends Error {
  constructor(name) {
    super(name);
    this.name = name;
  }
}

/// The games of a text; none if it cannot be read. What stands before them may have brackets, as mails do.
function gamesOf(text) {
  const begin = text.search(/\(\s*;/);
  try {
    return begin < 0 ? [] : sgf.parse(text.slice(begin), { getId: nextId });
  } catch {
    return [];
  }
}

/// Two ways to write a pass are one move.
const same = (a, b) => a === b || (isPassing(a) && isPassing(b));
