/// Whether after a move the other side is to move, as the engine takes it. It is not between handicap stones that are played.
export const isInTurn = ({ turn, before }) => before?.turn !== turn;

/// The engine's game. Where the same side is to move again, it begins with the stones on the board.
function gameOf(position, { action, analyzeTurns }) {
  const { board, turn } = position;
  const isLine = action === 'review' || analyzeTurns;
  return isLine || isInTurn(position) ? position : { start: board, startTurn: turn, moves: [] };
}

/// A question about the position at a node, in the analysis protocol. Rates are Black's; komi is all that White gets.
export function question(record, node, more = {}) {
  const { start, startTurn, moves } = gameOf(record.position(node), more);
  const initialStones = [];
  start.signMap.forEach((row, y) =>
    row.forEach((sign, x) => sign && initialStones.push([sign > 0 ? 'B' : 'W', start.stringifyVertex([x, y])])),
  );
  const { overrideSettings, ...rest } = more;
  return {
    rules: record.rules,
    komi: record.komi + record.compensation,
    whiteHandicapBonus: '0',
    boardXSize: record.size,
    boardYSize: record.size,
    initialStones,
    initialPlayer: startTurn > 0 ? 'B' : 'W',
    moves,
    overrideSettings: { reportAnalysisWinratesAs: 'BLACK', ...overrideSettings },
    ...rest,
  };
}
