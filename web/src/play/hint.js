import { vertices } from '../game/position.js';

/// The three steps of a hint from an analysis: the region, the candidates, the move.
export function hintFrom(moveInfos, board) {
  const points = moveInfos.map(({ move }) => board.parseVertex(move)).filter((vertex) => board.has(vertex));
  const move = moveInfos[0] ? board.parseVertex(moveInfos[0].move) : [-1, -1];
  if (!board.has(move)) return { region: [], candidates: [], move };
  return { region: around(move, board), candidates: points.slice(0, 4), move };
}

/// The third of the board, in both directions, that the point is in.
function around(vertex, board) {
  const side = Math.ceil(board.width / 3);
  const [left, top] = vertex.map((at) => Math.floor(at / side) * side);
  return vertices(board).filter(([x, y]) => x >= left && x < left + side && y >= top && y < top + side);
}
