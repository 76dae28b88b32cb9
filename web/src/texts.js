const COLORS = { 1: 'Black', '-1': 'White' };
const points = (count) => `${count} ${count === 1 ? 'point' : 'points'}`;
const stones = (count) => `${count} ${count === 1 ? 'stone' : 'stones'}`;
const percent = (rate) => `${(100 * rate).toFixed(1)} %`;

/// Everything that the page says. Another language is another file with the same names.
export const texts = {
  title: 'Tengen',
  tabs: { play: 'Play', analyze: 'Analyze', study: 'Study' },
  tabsLabel: 'What to do',
  door: { connecting: 'Connecting to the engine …', lost: 'The engine cannot be reached; trying again …', open: '' },

  // The board.
  boardRole: 'Go board',
  board: (size) => `Go board, ${size} by ${size}`,
  boardKeys:
    'Arrow keys walk over the board, Enter plays. Page Up and Page Down go back and forth in the game, Home and End to its ends.',
  point: (name, sign) => `${name}, ${sign ? COLORS[sign].toLowerCase() : 'empty'}`,
  color: (turn) => COLORS[turn],
  move: (turn, name, captured) =>
    `${COLORS[turn]} ${name === 'pass' ? 'passes' : name}${captured > 0 ? `, captures ${stones(captured)}` : ''}.`,
  illegal: {
    occupied: 'There is a stone already.',
    suicide: 'That would be suicide.',
    ko: 'That would repeat an earlier position (ko).',
  },

  // Play.
  you: 'You',
  opponent: (level, rank) => `Tengen, level ${level} (${rank})`,
  newGame: 'New game',
  start: 'Start',
  level: 'Level',
  levelIs: (level, rank) => `${level} of 15, about ${rank}`,
  yourColor: 'You play',
  black: 'Black',
  white: 'White',
  komi: 'Komi',
  handicap: 'Handicap',
  handicapIs: (count) => (count ? stones(count) : 'none'),
  clock: 'Clock',
  clocks: { none: 'none', five: '5 min + 5 s a move', ten: '10 min + 10 s a move', twenty: '20 min + 20 s a move' },
  started: ({ color, level }) => `A new game. You play ${color}, against level ${level}.`,
  yourTurn: 'Your turn',
  thinking: 'Tengen is thinking …',
  counting: 'Counting …',
  captured: (count) => `${count} captured`,
  pass: 'Pass',
  undo: 'Undo',
  undone: 'Taken back.',
  hints: ['Hint', 'More of the hint', 'The move'],
  hint({ step, region, candidates, move }, name) {
    if (move[0] < 0) return 'A pass would be best.';
    if (step === 1) return `Look at the part around ${name(region[region.length >> 1])}.`;
    if (step === 2) return `Candidates: ${candidates.map(name).join(', ')}.`;
    return `The engine would play ${name(move)}.`;
  },
  resign: 'Resign',
  resignSure: 'Really resign',
  keepPlaying: 'Play on',
  counted: (result) => `The game is over. ${result} Stones marked with a cross count as dead.`,
  disputed: (point, dead, result) => `${point} counts as ${dead ? 'dead' : 'alive'}. ${result}`,
  dispute: 'Stones with a cross count as dead. Choose one to change that, or play it out.',
  accept: 'Agree',
  resume: 'Play it out',
  resumed: 'The game goes on.',
  area: (color, count) => `${color} ${points(count)}`,
  result(result) {
    if (result === '0') return 'A draw.';
    const winner = result[0] === 'B' ? 'Black' : 'White';
    const how = { R: 'by resignation', T: 'on time' }[result.slice(2)] ?? `by ${points(+result.slice(2))}`;
    return `${winner} wins ${how}.`;
  },
  youWon: 'You won.',
  youLost: 'You lost.',
  again: 'Play again',
  analyzeGame: 'Analyze',
  reviewGame: 'Review',
  save: 'Save',
  retry: 'Try again',
  trouble: (why) => `The engine says: ${why}.`,

  percent,
  points: (lead) => `${lead > 0 ? 'B' : 'W'}+${Math.abs(lead).toFixed(1)}`,
};
