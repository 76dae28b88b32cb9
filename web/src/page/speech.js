import { Watched } from './watched.js';

/// What is said to a screen reader. What nothing else on the page tells is `shown` too, until something else is said.
export class Speech extends Watched {
  text = '';
  shown = false;
  #times = 0;

  say = (text, { shown = false } = {}) => {
    // The same words again are only read if the text differs.
    this.text = text + (this.#times++ % 2 ? '\u00a0' : '');
    this.shown = shown;
    this.changed();
  };
}
