import { Watched } from '../page/watched.js';
import { illegal } from './position.js';
import { Record } from './record.js';

/// A record and where in it one stands.
export class Cursor extends Watched {
  record = Record.blank();
  node = this.record.root;

  open(record, node = record.root) {
    this.record = record;
    this.node = node;
    this.changed();
  }

  get position() {
    return this.record.position(this.node);
  }

  go(node) {
    if (!node || node === this.node) return;
    this.node = node;
    this.changed();
  }

  /// Goes so many moves forth, or back where negative.
  step(moves) {
    const line = this.record.line(this.node);
    const at = line.indexOf(this.node) + moves;
    this.go(line[Math.max(0, Math.min(line.length - 1, at))]);
  }

  /// The variations at the last fork on the way here, and which of them this is; or null.
  get fork() {
    let at = this.node;
    let parent = this.record.parent(at);
    while (parent && parent.children.length < 2) [at, parent] = [parent, this.record.parent(parent)];
    return parent && { nodes: parent.children, at: parent.children.indexOf(at) };
  }

  /// Goes to the next or the previous variation.
  turn(by) {
    if (!this.fork) return;
    const { nodes, at } = this.fork;
    this.go(nodes[(at + by + nodes.length) % nodes.length]);
  }

  /// Plays a move and returns why it may not be played, or null.
  play(vertex) {
    const why = illegal(this.position, vertex);
    if (!why) this.go(this.record.play(this.node, vertex));
    return why;
  }

  /// Takes the move and all after it away.
  remove() {
    this.go(this.record.remove(this.node));
  }
}
