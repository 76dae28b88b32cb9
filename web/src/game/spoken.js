import { texts } from '../texts.js';
import { pointName } from './position.js';

/// The last move of a position in words.
export function lastMove({ before, board, last }) {
  const { turn } = before;
  return texts.move(turn, pointName(board, last), board.getCaptures(turn) - before.board.getCaptures(turn));
}

/// Where one stands in a record, in words.
export function spoken({ position }) {
  if (position.last) return `${texts.numbered(position.number)} ${lastMove(position)}`;
  return position.number > 0 ? texts.setUp : texts.atStart;
}

/// Plays a move and says it, or why it may not be played.
export function playAndSay(cursor, vertex, say) {
  const why = cursor.play(vertex);
  if (why) say(texts.illegal[why], { shown: true });
  else say(spoken(cursor));
}

/// Keys that also `tell` where they have led to.
export function spokenKeys(keys, tell) {
  return Object.fromEntries(
    Object.entries(keys).map(([key, act]) => [
      key,
      () => {
        act();
        tell();
      },
    ]),
  );
}
