import { Watched } from '../page/watched.js';
import { Record } from './record.js';

const STORED = 'tengen.record';
const LAST = 'tengen.last';

/// Keeps the record of a cursor and where it stands, and goes on there now. The one whose place another record takes is kept too.
export class Bookmark extends Watched {
  #storage;

  constructor(cursor, storage) {
    super();
    this.#storage = storage;
    let text = storage.getItem(STORED);
    const kept = read(text);
    if (kept) cursor.open(kept.record, kept.node);
    let { record } = cursor;
    cursor.watch(() => {
      if (cursor.record !== record && !isBlank(record)) this.#keepLast(text);
      record = cursor.record;
      text = written(cursor);
      storage.setItem(STORED, text);
    });
  }

  /// Whether there was another record before.
  get hasLast() {
    return !!this.#storage.getItem(LAST);
  }

  /// That record and where one stood in it, or null. From now on it is the last one no more.
  takeLast() {
    const last = read(this.#storage.getItem(LAST));
    this.#keepLast('');
    return last;
  }

  #keepLast(text) {
    this.#storage.setItem(LAST, text);
    this.changed();
  }
}

const isBlank = (record) => `${record}` === `${Record.blank()}`;

function written({ record, node }) {
  const path = record.path(node);
  const way = path.slice(1).map((child, at) => path[at].children.indexOf(child));
  return JSON.stringify({ sgf: `${record}`, way });
}

function read(text) {
  try {
    const { sgf, way } = JSON.parse(text);
    const record = Record.parse(sgf);
    return { record, node: way.reduce((node, child) => node.children[child] ?? node, record.root) };
  } catch {
    // What cannot be read is as good as nothing.
    return null;
  }
}
