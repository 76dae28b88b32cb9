/// Where the nodes of a record are drawn: the moves from left to right, every variation in a row of its own.
export function branches(root) {
  const places = [];
  let lastRow = 0;
  const place = (node, column, row, parent) => {
    // A loop along the first variation, so that a long game is no deep recursion.
    const forks = [];
    for (let at = node; at; at = at.children[0]) {
      const spot = { node: at, column, row, parent };
      places.push(spot);
      if (at.children.length > 1) forks.push(spot);
      parent = spot;
      column++;
    }
    for (const fork of forks.reverse()) {
      for (const child of fork.node.children.slice(1)) place(child, fork.column + 1, ++lastRow, fork);
    }
  };
  place(root, 0, 0, null);
  return places;
}
