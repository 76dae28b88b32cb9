import { once } from './held.js';

/// A button that may be `off` for a while. One that were disabled would lose the keyboard to nothing. Where it is `single`, a key that is
/// held presses it once.
export function Button({ off, single, onClick, ...more }) {
  return (
    <button
      aria-disabled={off ? 'true' : undefined}
      onClick={off ? undefined : onClick}
      onKeyDown={single && once}
      {...more}
    />
  );
}
