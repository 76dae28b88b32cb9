import { useLayoutEffect, useRef } from 'preact/hooks';
import { isTouch } from './media.js';

/// Where the keyboard goes when what had it is gone. Under a finger the page stays where it is.
export const focusBoard = () => document.querySelector('.board')?.focus({ preventScroll: isTouch() });

/// Gives the board the keyboard when one of these has changed and what had it is gone.
export function useKeptKeyboard(...changing) {
  const drawn = useRef(false);
  useLayoutEffect(() => {
    // Nothing had it before the page was there.
    if (drawn.current && document.activeElement === document.body) focusBoard();
    drawn.current = true;
  }, changing);
}
