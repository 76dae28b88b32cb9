import { Record } from './record.js';

const STORED = 'tengen.record';

/// Keeps the record of a cursor and where it stands, and goes on there now.
export function keepPlace(cursor, storage) {
  try {
    const { sgf, way } = JSON.parse(storage.getItem(STORED));
    const record = Record.parse(sgf);
    cursor.open(
      record,
      way.reduce((node, child) => node.children[child] ?? node, record.root),
    );
  } catch {
    // What cannot be read is as good as nothing.
  }
  cursor.watch(() => {
    const { record, node } = cursor;
    const path = record.path(node);
    const way = path.slice(1).map((child, at) => path[at].children.indexOf(child));
    storage.setItem(STORED, JSON.stringify({ sgf: `${record}`, way }));
  });
}
