// How many of each kind and difficulty, and with how many first moves that do it at most.
const EACH = 24;
const ANSWERS = 3;

/// Chooses from a file of capture problems those that the page shows: as many of each kind and difficulty, with few
/// right answers and few stones, each position once. Row by row from the top, `X` is Black.
export function chooseProblems(text) {
  const problems = text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map(readProblem)
    .filter(({ answers }) => answers <= ANSWERS)
    .sort((a, b) => a.stones - b.stones);
  const seen = new Set();
  const counts = {};
  const chosen = problems.filter(({ picture, task, difficulty }) => {
    const group = `${difficulty} ${task}`;
    if (seen.has(picture) || counts[group] === EACH) return false;
    seen.add(picture);
    counts[group] = (counts[group] ?? 0) + 1;
    return true;
  });
  return chosen
    .sort((a, b) => a.difficulty - b.difficulty || a.nodes - b.nodes)
    .map(({ picture, task, target, difficulty }) => ({ picture, task, target, difficulty }));
}

function readProblem(line) {
  const [picture, first, target, , order, nodes, answers] = line.split(' ');
  return {
    picture,
    task: first === 'attack' ? 'capture' : 'save',
    target,
    nodes: +nodes,
    answers: answers.split(',').length,
    stones: picture.match(/[XO]/g).length,
    difficulty: difficultyOf(+order, +nodes),
  };
}

/// 1 to 5: by the order of the threats and by how much the solver had to read.
function difficultyOf(order, nodes) {
  if (order === 2) return nodes <= 8 ? 1 : nodes <= 40 ? 2 : 3;
  return nodes <= 1000 ? 4 : 5;
}
