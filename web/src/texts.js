const COLORS = { 1: 'Black', '-1': 'White' };
const howMany = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const points = (count) => howMany(count, 'point');
const stones = (count) => howMany(count, 'stone');
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
  boardKeys: {
    play: 'Arrow keys walk over the board, Enter plays. P passes, U takes back, H gives a hint.',
    analyze:
      'Arrow keys walk over the board, Enter plays. Page Up and Page Down go back and forth, Home and End to the ends, comma and period to other variations. P passes, space starts and stops the engine.',
    study:
      'Arrow keys walk over the board, Enter plays. In a game Page Up and Page Down go back and forth, Home and End to the ends, B shows the better line. In a problem Escape starts again.',
  },
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
  deadHere: 'It counts as dead.',
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
  tooLong: 'the game is too long',

  // Records.
  newRecord: 'New',
  lastRecord: 'Last record',
  backToLast: 'Back to the last record',
  open: 'Open',
  paste: 'Paste',
  pasteHere: 'A game as SGF',
  close: 'Close',
  unreadable: {
    noRecord: 'This is no game record in SGF.',
    notGo: 'This is the record of a game other than Go.',
    tooLarge: 'The engine plays on square boards up to 9×9; this game has another size.',
    offBoard: 'A move or a stone of this game is not on its board.',
  },
  first: 'To the beginning',
  previous: 'Back',
  next: 'Forward',
  last: 'To the end',
  where: (number, of) => `${number} / ${of}`,
  previousVariation: 'Previous variation',
  nextVariation: 'Next variation',
  numbered: (number) => `Move ${number}:`,
  atStart: 'The beginning of the game.',
  setUp: 'Stones are set up.',

  // Analyze.
  overlay: 'Shown on the board',
  overlays: { candidates: 'Candidates', ownership: 'Ownership', policy: 'Policy', none: 'Nothing' },
  candidateHead: ['Move', 'Wins', 'Points', 'Visits', 'And then'],
  candidateHere: (candidate) => (candidate ? `Candidate: ${percent(candidate.rate)}, ${howMany(candidate.visits, 'visit')}.` : ''),
  winrate: (rate) => `${rate >= 0.5 ? 'Black' : 'White'} ${percent(Math.max(rate, 1 - rate))}`,
  visits: (count) =>
    count < 1000 ? `${count}` : count < 1e6 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1e6).toFixed(1)}M`,
  visitsLong: (count) => (count === 1 ? howMany(1, 'visit') : `${texts.visits(count)} visits`),
  lead: (lead) => (+lead.toFixed(1) ? `${lead > 0 ? '+' : '−'}${Math.abs(lead).toFixed(1)}` : '0.0'),
  graph: (known, rate) =>
    `Graph of the win rate and points; ${howMany(known, 'position is', 'positions are')} known${rate === null ? '' : `, here Black wins ${percent(rate)}`}.`,
  graphRate: 'Black’s win rate',
  graphPoints: 'Black’s points',
  ponder: 'Think',
  pondering: (on) => (on ? 'The engine thinks.' : 'The engine does not think.'),
  remove: 'Delete',
  sweep: 'Whole game',
  sweeping: ({ done, of }) => `Stop (${done} of ${of})`,

  // Study.
  review: 'Review a game',
  problems: 'Problems',
  startReview: 'Review',
  reviewing: 'How far the review is',
  stop: 'Stop',
  depth: 'How long',
  depths: { quick: 'Quick', normal: 'Normal', deep: 'Thorough' },
  nothingToReview: 'Open, paste or drop a game, or play one.',
  // A hyphen that is there where there is no room.
  accuracyHead: ['Player', 'Accuracy', 'Inaccu\u00adracies', 'Mistakes', 'Blunders'],
  accuracy: (accuracy) => (accuracy === null ? '–' : `${accuracy.toFixed(0)} %`),
  verdict: ({ number, color, move, grade }) =>
    `Move ${number}, ${color === 'black' ? 'Black' : 'White'} ${move}: ${{ good: 'good', inaccuracy: 'an inaccuracy', mistake: 'a mistake', blunder: 'a blunder' }[grade]}.`,
  loss: ({ loss, points_lost, better }) =>
    `It loses ${percent(loss)} and ${points(+points_lost.toFixed(1))}; ${better[0]} is better.`,
  reason: ({ text }) => `${text[0].toUpperCase()}${text.slice(1)}.`,
  betterLine: (line) => `The better line: ${line.join(', ')}.`,
  showBetter: (move) => `Show the line of ${move}`,
  reviewed: (count) => `The review is done: ${howMany(count, 'turning point')}.`,
  turningPoints: 'Turning points',
  noTurningPoints: 'None: no move lost 10 % or more.',
  turningPoint: ({ number, color, move, reasons }) =>
    `${number}. ${color === 'black' ? 'Black' : 'White'} ${move}${reasons[0] ? `: ${reasons[0].theme}` : ''}`,
  lost: (loss) => `−${Math.round(100 * loss)} %`,

  difficulty: 'Difficulty',
  difficulties: { 1: 'Basic', 2: 'Easy', 3: 'Medium', 4: 'Hard', 5: 'Expert' },
  task: ({ task, target }, turn) =>
    task === 'capture'
      ? `${COLORS[turn]} to play: capture the marked stones at ${target}.`
      : `${COLORS[turn]} to play: save the marked stones at ${target}.`,
  marked: 'Marked.',
  proving: 'The solver is proving …',
  states: {
    open: () => 'Your move.',
    working: () => texts.stillCaptured,
    solved: ({ shown }) => (shown.task === 'capture' ? texts.capturedAll : texts.provenSafe),
    failed: ({ line }) => (line ? texts.refutedSave(line) : texts.refuted),
    shown: ({ line }) => texts.solution(line),
    undecided: () => texts.undecided,
  },
  capturedAll: 'Solved: the stones are captured.',
  provenSafe: 'Solved: no ladder, net or deeper threat (up to order 3) captures them; that is proven.',
  stillCaptured: 'Right: it is proven that they cannot get away. Go on.',
  refuted: 'That does not work: the solver proves that the stones get away now.',
  refutedCapture: (name) => `That does not work: after ${name} the solver proves that the stones get away.`,
  refutedSave: (line) => `That does not work: it is proven that the stones are captured, by ${line.join(', ')}.`,
  undecided: 'The solver cannot decide this.',
  solution: (line) => `The solution: ${line.join(', ')}.`,
  tryAgain: 'Try again',
  showSolution: 'Solution',
  nextProblem: 'Next',
  progress: (solved, of) => `${solved} of ${of} solved`,
  problemNumber: (number, solved) => `Problem ${number}${solved ? ', solved' : ''}`,

  percent,
  points: (lead) => (+lead.toFixed(1) ? `${lead > 0 ? 'B' : 'W'}+${Math.abs(lead).toFixed(1)}` : '0'),
};
