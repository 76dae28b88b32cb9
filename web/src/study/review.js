import { Watched } from '../page/watched.js';
import { question } from '../game/question.js';
import { texts } from '../texts.js';

/// Visits of each of the two searches of a move.
export const DEPTHS = { quick: 50, normal: 200, deep: 800 };

/// The engine's verdict on every move of the line at a cursor.
export class Review extends Watched {
  /// What docs/review.md describes, or null.
  found = null;
  /// How many searches are done of how many, or null when none runs.
  progress = null;
  trouble = null;
  #engine;
  #cursor;
  #say;
  #question = null;
  #entries = new Map();
  #turning = [];

  constructor(engine, cursor, say) {
    super();
    this.#engine = engine;
    this.#cursor = cursor;
    this.#say = say;
  }

  async start(depth) {
    this.stop();
    const { record, node } = this.#cursor;
    const line = record.line(node);
    // Now: who looks meanwhile may take some of these nodes away.
    const turns = record.turns(line);
    const asked = question(record, line.at(-1), {
      action: 'review',
      maxVisits: DEPTHS[depth],
      // A move or a problem that is asked for meanwhile goes first.
      priority: -1,
      reportDuringSearchEvery: 0.25,
    });
    this.progress = { searched: 0, searches: 1 };
    const mine = this.#engine.ask(asked, ({ searched, searches }) => {
      this.progress = { searched, searches };
      this.changed();
    });
    this.#question = mine;
    this.changed();
    try {
      const answer = await mine.answer;
      if (this.#question === mine && answer) this.#take(answer.review, record, turns);
      if (this.#question === mine) this.#ended();
    } catch (error) {
      if (this.#question === mine) this.#ended(error.message);
    }
  }

  stop() {
    this.#question?.stop();
    this.#ended();
  }

  /// Forgets what was found, for another record.
  clear() {
    this.found = null;
    this.#entries.clear();
    this.#turning = [];
    this.stop();
  }

  /// The verdict on the move at a node, or undefined.
  entry(node) {
    return this.#entries.get(node.id);
  }

  /// The turning points that are still in the record as nodes with their verdicts, the worst first.
  get turningPoints() {
    return this.#turning.filter(({ node }) => this.#cursor.record.get(node.id));
  }

  #take(found, record, turns) {
    this.#entries.clear();
    this.found = found;
    for (const entry of found.moves) {
      const node = turns.get(entry.number);
      // The engine counts from the last stones that were set up, the page from the beginning.
      if (record.get(node?.id)) this.#entries.set(node.id, { ...entry, node, number: record.position(node).number });
    }
    this.#turning = found.turning_points.map((number) => this.#entries.get(turns.get(number)?.id)).filter(Boolean);
    this.#say(texts.reviewed(this.turningPoints.length));
  }

  #ended(trouble = null) {
    this.#question = null;
    this.progress = null;
    this.trouble = trouble;
    this.changed();
  }
}
