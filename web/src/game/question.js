/// A question about the position at a node, in the analysis protocol. Rates are Black's; komi is all that White gets.
export function question(record, node, more = {}) {
  const { start, startTurn, moves } = record.position(node);
  const initialStones = [];
  start.signMap.forEach((row, y) =>
    row.forEach((sign, x) => sign && initialStones.push([sign > 0 ? 'B' : 'W', start.stringifyVertex([x, y])])),
  );
  const { overrideSettings, ...rest } = more;
  return {
    rules: record.rules,
    komi: record.komi,
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
