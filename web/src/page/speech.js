import { Watched } from './watched.js';

// Time to read the longest of what is shown.
const SHOWN = 5000;

/// What is said to a screen reader. What nothing else on the page tells is `shown` too, for a while.
export class Speech extends Watched {
  text = '';
  shown = false;
  #times = 0;
  #hiding;

  say = (text, { shown = false } = {}) => {
    // The same words again are only read if the text differs.
    this.text = text + (this.#times++ % 2 ? '\u00a0' : '');
    this.#show(shown);
  };

  #show(shown) {
    clearTimeout(this.#hiding);
    if (shown) this.#hiding = setTimeout(() => this.#show(false), SHOWN);
    this.shown = shown;
    this.changed();
  }
}
