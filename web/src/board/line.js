import { illegal, isPass, moved } from '../game/position.js';

/// The board after a line of moves, each numbered where it was played. It ends where a move is not legal.
export function lineOn(position, names) {
  let at = position;
  const numbers = new Map();
  for (const [index, name] of names.entries()) {
    const vertex = at.board.parseVertex(name);
    if (illegal(at, vertex)) break;
    at = moved(at, vertex);
    if (!isPass(vertex) && !numbers.has(name)) numbers.set(name, [vertex, { type: 'label', label: `${index + 1}` }]);
  }
  return { shown: at.board.signMap, marks: [...numbers.values()] };
}
