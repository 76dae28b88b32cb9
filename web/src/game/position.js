import sgf from '@sabaki/sgf';
import GoBoard from '@sabaki/go-board';

/// Where a pass is played, as in `@sabaki/go-board`.
export const PASS = [-1, -1];

export const isPass = (vertex) => vertex[0] < 0;

export const key = (vertex) => vertex.join();

/// All points of a board.
export const vertices = (board) => board.signMap.flatMap((row, y) => row.map((_, x) => [x, y]));

/// A board and whose turn it is; `start` is where the engine's game begins, at the last stones that were set up, and `turnNumber`
/// how many moves have been made since. `handicap` tells whether a record has named one so far.
class Position {
  constructor(fields) {
    Object.assign(this, fields);
  }

  /// The moves since `start`. They are not kept: in a long record each position would have as many as there are before it.
  get moves() {
    const moves = [];
    for (let at = this; at.before; at = at.before) moves.push([at.before.turn > 0 ? 'B' : 'W', pointName(at.board, at.last)]);
    return moves.reverse();
  }

  with(fields) {
    return new Position({ ...this, ...fields });
  }
}

/// Empty, with Black to move.
export function firstPosition(size) {
  const board = GoBoard.fromDimensions(size);
  const beginning = { start: board, startTurn: 1, turnNumber: 0, passes: 0, last: null, before: null };
  return new Position({ board, turn: 1, number: 0, handicap: false, ...beginning });
}

/// The position after the stones and moves of a node of a record.
export function positionAfter(before, node) {
  const { data } = node;
  let position = before.with({ handicap: before.handicap || data.HA?.[0] > 1 });
  if (data.AB || data.AW || data.AE) {
    const board = before.board.clone();
    for (const [property, sign] of [
      ['AE', 0],
      ['AB', 1],
      ['AW', -1],
    ]) {
      for (const vertex of (data[property] ?? []).flatMap(sgf.parseCompressedVertices)) board.set(vertex, sign);
    }
    // A handicap whose stones are not set up is played by the first moves.
    const isHandicap = position.handicap && before.board.isEmpty() && before.turnNumber === 0 && data.AB && !data.AW;
    const turn = isHandicap ? -1 : before.turn;
    // Where all is as it was, the game goes on.
    if (board.signMap.join() !== before.board.signMap.join()) {
      position = position.with({ board, turn, start: board, turnNumber: 0, passes: 0, last: null, before: null });
    }
  }
  for (const [color, sign] of [
    ['B', 1],
    ['W', -1],
  ]) {
    if (!data[color]) continue;
    const vertex = sgf.parseVertex(data[color][0]);
    position = moved(position.with({ turn: sign }), position.board.has(vertex) ? vertex : PASS);
  }
  position.turn = turnAt(node, position.turn);
  if (position.turnNumber === 0) position.startTurn = position.turn;
  return position;
}

/// The position after a move of the side whose turn it is.
export function moved(before, vertex) {
  const { board, turn } = before;
  return before.with({
    board: board.makeMove(turn, vertex),
    turn: -turn,
    turnNumber: before.turnNumber + 1,
    number: before.number + 1,
    passes: isPass(vertex) ? before.passes + 1 : 0,
    last: vertex,
    before,
  });
}

/// Why the side whose turn it is may not play there: `occupied`, `suicide`, `ko`, or null if it may.
/// As for the engine, no earlier position since stones were last set up may come back. The board's own ko would outlive a setup.
export function illegal(position, vertex) {
  const { board, turn } = position;
  if (isPass(vertex)) return null;
  const found = board.analyzeMove(turn, vertex);
  if (found.overwrite) return 'occupied';
  if (found.suicide) return 'suicide';
  const after = board.makeMove(turn, vertex).signMap.join();
  for (let at = position; at; at = at.before) if (at.board.signMap.join() === after) return 'ko';
  return null;
}

/// Such as `E5` or `pass`.
export function pointName(board, vertex) {
  return isPass(vertex) ? 'pass' : board.stringifyVertex(vertex);
}

/// Whose turn it is after a node: as it says, as the next move says, or as it comes.
function turnAt({ data, children }, turn) {
  if (data.PL) return /^[w2]/i.test(data.PL[0]) ? -1 : 1;
  if (children[0]?.data.B) return 1;
  if (children[0]?.data.W) return -1;
  return turn;
}
