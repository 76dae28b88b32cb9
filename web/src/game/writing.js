import sgf from '@sabaki/sgf';

/// Games with their variations as SGF, a node a line. A loop, unlike `sgf.stringify`, so that a long game is no deep recursion.
export function written(games) {
  const lines = [];
  // Nodes and the brackets around them; the next one is the last.
  const open = bracketed(games);
  while (open.length) {
    const next = open.pop();
    if (typeof next === 'string') {
      lines.push(next);
    } else {
      const { data, children } = next;
      lines.push(`;${Object.entries(data).map(writtenProperty).join('')}`);
      for (const after of children.length > 1 ? bracketed(children) : children) open.push(after);
    }
  }
  return `${lines.join('\n')}\n`;
}

const bracketed = (nodes) => nodes.flatMap((node) => ['(', node, ')']).reverse();

const writtenProperty = ([name, values]) => `${name}[${values.map(sgf.escapeString).join('][')}]`;
