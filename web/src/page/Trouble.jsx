import { texts } from '../texts.js';

/// What the engine complains of, if it does, and what one can do.
export function Trouble({ why, children }) {
  return (
    why && (
      <p class="trouble" role="alert">
        {texts.trouble(why)} {children}
      </p>
    )
  );
}
