const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// The point beside a point that an arrow key goes to, or null for another key; the edge holds.
export function walk([x, y], key, size) {
  const step = STEPS[key];
  if (!step) return null;
  const inside = (at) => Math.max(0, Math.min(size - 1, at));
  return [inside(x + step[0]), inside(y + step[1])];
}
