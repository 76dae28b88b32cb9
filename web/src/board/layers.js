/// A map of a board with something at some points, as Shudan wants it.
export function layer(size, entries) {
  const map = Array.from({ length: size }, () => Array(size).fill(null));
  for (const [[x, y], value] of entries) if (map[y]) map[y][x] = value;
  return map;
}

/// A map for every point from a list row by row.
export function rows(size, list) {
  return Array.from({ length: size }, (_, y) => list.slice(y * size, (y + 1) * size));
}
