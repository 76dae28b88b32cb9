import { key, vertices } from './position.js';

/// Counts area. `dead` holds the keys of stones that are taken off first; `owner` is who has which point.
export function count(board, dead, komi) {
  const cleared = board.clone();
  for (const vertex of vertices(board)) if (dead.has(key(vertex))) cleared.set(vertex, 0);
  const owner = cleared.signMap.map((row) => [...row]);
  const seen = new Set();
  for (const vertex of vertices(cleared)) {
    if (cleared.get(vertex) || seen.has(key(vertex))) continue;
    const region = cleared.getConnectedComponent(vertex, (at) => cleared.get(at) === 0);
    const around = new Set(region.flatMap((at) => cleared.getNeighbors(at)).map((at) => cleared.get(at)));
    around.delete(0);
    const [sign] = around.size === 1 ? around : [0];
    for (const [x, y] of region) {
      seen.add(key([x, y]));
      owner[y][x] = sign;
    }
  }
  const points = owner.flat();
  const black = points.filter((sign) => sign > 0).length;
  const white = points.filter((sign) => sign < 0).length;
  return { black, white: white + komi, lead: black - white - komi, owner };
}

/// The keys of the stones that the engine gives to their enemy; `ownership` is row by row, 1 for Black.
export function deadStones(board, ownership) {
  const dead = new Set();
  const seen = new Set();
  for (const vertex of vertices(board)) {
    const sign = board.get(vertex);
    if (!sign || seen.has(key(vertex))) continue;
    const chain = board.getChain(vertex);
    const mean = chain.reduce((sum, [x, y]) => sum + ownership[y * board.width + x], 0) / chain.length;
    chain.forEach((at) => seen.add(key(at)));
    if (mean * sign < 0) chain.forEach((at) => dead.add(key(at)));
  }
  return dead;
}

/// A result as records write it, such as `B+5.5`.
export function resultOf(lead) {
  return lead === 0 ? '0' : `${lead > 0 ? 'B' : 'W'}+${Math.abs(lead)}`;
}
