/// A clock for both sides: some time each, and some more for every move.
export class Clock {
  #since = null;

  /// Milliseconds; `left` is what Black and White have.
  constructor({ main, increment, left = [main, main] }, now = () => performance.now()) {
    Object.assign(this, { main, increment, now });
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

  /// Stops after a move.
  moved() {
    if (this.#since === null) return;
    this.stop();
    this.left[index(this.turn)] += this.increment;
  }

  remaining(turn) {
    const spent = this.#since !== null && turn === this.turn ? this.now() - this.#since : 0;
    return Math.max(0, this.left[index(turn)] - spent);
  }

  toJSON() {
    return { main: this.main, increment: this.increment, left: [this.remaining(1), this.remaining(-1)] };
  }
}

const index = (turn) => (turn > 0 ? 0 : 1);
