/// Milliseconds of the clocks by name.
export const CLOCKS = {
  five: { main: 300_000, increment: 5_000 },
  ten: { main: 600_000, increment: 10_000 },
  twenty: { main: 1_200_000, increment: 20_000 },
};

/// A clock for both sides: some time each, and some more for every move.
export class Clock {
  #since = null;

  /// Milliseconds; `left` is what Black and White have, `paid` the number of the last move that there was more for.
  constructor({ main, increment, left = [main, main], paid = 0 }, now = () => performance.now()) {
    Object.assign(this, { main, increment, paid, now });
    this.left = [...left];
    this.turn = 0;
  }

  /// Starts the time of a side, 1 for Black and -1 for White, and stops the other's.
  start(turn) {
    this.stop();
    this.turn = turn;
    this.#since = this.now();
  }

  /// Stops without a move.
  stop() {
    if (this.#since === null) return;
    this.left[index(this.turn)] = this.remaining(this.turn);
    this.#since = null;
  }

  /// Stops after a move with its number in the game. One that is made once more after an undo is not paid again.
  moved(number) {
    if (this.#since === null) return;
    this.stop();
    if (number <= this.paid) return;
    this.left[index(this.turn)] += this.increment;
    this.paid = number;
  }

  remaining(turn) {
    const spent = this.#since !== null && turn === this.turn ? this.now() - this.#since : 0;
    return Math.max(0, this.left[index(turn)] - spent);
  }

  toJSON() {
    const { main, increment, paid } = this;
    return { main, increment, paid, left: [this.remaining(1), this.remaining(-1)] };
  }
}

const index = (turn) => (turn > 0 ? 0 : 1);
