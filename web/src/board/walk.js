const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/// Whether a key goes on for as long as it is held. What plays, passes, takes back or starts does not: nobody means to pass twice.
export const isRepeated = (key) => key in STEPS || /^(Page(Up|Down)|[,.[\]])$/.test(key);

/// What a key does, with Caps Lock too.
export const keyOf = (keys, key) => keys[key] ?? keys[key.toLowerCase()];

/// The point beside a point that an arrow key goes to, or null for another key; the edge holds.
export function walk([x, y], key, size) {
  const step = STEPS[key];
  if (!step) return null;
  const inside = (at) => Math.max(0, Math.min(size - 1, at));
  return [inside(x + step[0]), inside(y + step[1])];
}
