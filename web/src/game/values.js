import sgf from '@sabaki/sgf';

const MOVES = ['B', 'W'];
const STONES = ['AB', 'AW', 'AE'];

/// Whether a move is written so as a pass: on boards up to 19×19 no stone lies on `tt`.
export const isPassing = (point) => point === '' || point === 'tt';

/// Takes away what says nothing: properties without a value, with which a record that was cut off ends, and blanks around
/// points and colors.
export function clean(game) {
  for (const { data } of nodesOf(game)) {
    for (const name of Object.keys(data)) if (!data[name].length) delete data[name];
    for (const name of [...MOVES, ...STONES, 'PL']) if (data[name]) data[name] = data[name].map((value) => value.trim());
  }
}

/// Whether all moves and stones of a game lie on its board. To pass over one would show another game than the one recorded.
export function isWithin(game, size) {
  const isOn = (vertex) => vertex.every((at) => at >= 0 && at < size);
  const isMove = (value) => isPassing(value) || isOn(sgf.parseVertex(value));
  const areStones = (value) => sgf.parseCompressedVertices(value).every(isOn);
  const holds = (data, names, test) => names.every((name) => (data[name] ?? []).every(test));
  return nodesOf(game).every(({ data }) => holds(data, MOVES, isMove) && holds(data, STONES, areStones));
}

/// All nodes, without recursion: a game may be long.
function nodesOf(game) {
  const nodes = [game];
  for (const { children } of nodes) nodes.push(...children);
  return nodes;
}
