import { Watched } from './watched.js';

/// What is said to a screen reader, and shown for a while as the last word.
export class Speech extends Watched {
  text = '';
  #times = 0;

  say = (text) => {
    // The same words again are only read if the text differs.
    this.text = text + (this.#times++ % 2 ? '\u00a0' : '');
    this.changed();
  };
}
