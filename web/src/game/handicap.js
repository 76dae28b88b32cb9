/// How many stones Black is ahead by, as the program counts them (`handicap_stones` in src/game/bonus.rs): those at the start, and
/// those that Black plays before White's first turn. Where White has stones there are none, and one alone is no handicap; nor is it
/// one where the colors do not take turns after it, up to the first pass: some programs play all stones of a position, Black's first.
export function handicapStones(start, moves) {
  const stones = start.signMap.flat();
  const isAhead = ([color, name]) => color === 'B' && name !== 'pass';
  const played = lengthOf(moves, isAhead);
  const after = moves.slice(played);
  const toPass = after.slice(0, lengthOf(after, ([, name]) => name !== 'pass'));
  const isGame = toPass.every(([color], at) => color === 'WB'[at % 2]);
  const count = stones.filter((sign) => sign > 0).length + played;
  return stones.includes(-1) || count < 2 || (played > 1 && !isGame) ? 0 : count;
}

/// How many at the beginning of a list are so.
function lengthOf(list, isSo) {
  const end = list.findIndex((one) => !isSo(one));
  return end < 0 ? list.length : end;
}
