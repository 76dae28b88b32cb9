import { useEffect, useState } from 'preact/hooks';
import { Graph } from '../analyze/Graph.jsx';
import { Board } from '../board/Board.jsx';
import { lineOn } from '../board/line.js';
import { Navigator, recordKeys } from '../game/Navigator.jsx';
import { playAndSay, spoken, spokenKeys } from '../game/spoken.js';
import { Button } from '../page/Button.jsx';
import { Files } from '../page/Files.jsx';
import { Trouble } from '../page/Trouble.jsx';
import { useWatched } from '../page/watched.js';
import { texts } from '../texts.js';
import { DEPTHS } from './review.js';

/// A game with the engine's verdict on its moves.
export function ReviewGame({ cursor, review, say, onOpen, onLast, children }) {
  useWatched(cursor, review);
  const [depth, setDepth] = useState('normal');
  const [wanted, setWanted] = useState(false);
  const { record, node, position } = cursor;
  const entry = review.entry(node);
  // A new review may find no better line where the last one did.
  const better = wanted && hasBetter(entry);
  const before = record.parent(node);
  useEffect(() => setWanted(false), [node]);

  function tell() {
    const verdict = review.entry(cursor.node);
    say([spoken(cursor), verdict && texts.verdict(verdict)].filter(Boolean).join(' '));
  }

  function go(to) {
    cursor.go(to);
    tell();
  }

  function showBetter(shown) {
    setWanted(shown);
    if (shown) say(texts.betterLine(entry.better));
    else tell();
  }

  const keys = {
    ...spokenKeys(recordKeys(cursor), tell),
    b: () => hasBetter(entry) && showBetter(!better),
  };
  const line = record.line(node);
  const black = line.map((at) => review.entry(at)?.black ?? null);
  return (
    <>
      <Board
        position={better && before ? record.position(before) : position}
        onPlay={(vertex) => {
          if (better) cursor.go(before);
          playAndSay(cursor, vertex, say);
        }}
        keys={keys}
        say={say}
        {...layersOf(better, entry, before && record.position(before), position)}
      />
      <section class="panel" aria-label={texts.review}>
        {children}
        {line.length > 1 && <Navigator cursor={cursor} onStep={tell} />}
        {entry && <Entry entry={entry} better={better} showBetter={showBetter} />}
        {review.found && (
          <>
            <Graph
              rates={black.map((side) => side?.rate ?? null)}
              leads={black.map((side) => side?.points ?? null)}
              here={line.indexOf(node)}
              onChoose={(at) => go(line[at])}
            />
            <TurningPoints review={review} node={node} go={go} />
            <Accuracy found={review.found} />
          </>
        )}
        <Start {...{ review, line, depth, setDepth }} />
        <Files {...{ record, onOpen, onLast }} />
      </section>
    </>
  );
}

/// How long to look, or how far it is, and one button that starts and stops: so the keyboard stays where it is.
function Start({ review, line, depth, setDepth }) {
  const { progress } = review;
  const nothing = !progress && line.length < 2;
  return (
    <>
      <div class="row">
        {progress ? (
          <progress aria-label={texts.reviewing} max={progress.searches} value={progress.searched} />
        ) : (
          <select aria-label={texts.depth} value={depth} onChange={({ target }) => setDepth(target.value)}>
            {Object.keys(DEPTHS).map((name) => (
              <option key={name} value={name}>
                {texts.depths[name]}
              </option>
            ))}
          </select>
        )}
        <Button
          class={progress ? '' : 'main'}
          off={nothing}
          onClick={() => (progress ? review.stop() : review.start(depth))}
        >
          {progress ? texts.stop : texts.startReview}
        </Button>
      </div>
      {nothing && <p class="quiet">{texts.nothingToReview}</p>}
      <Trouble why={review.trouble} />
    </>
  );
}

function Accuracy({ found }) {
  return (
    <table class="accuracy">
      <thead>
        <tr>
          {texts.accuracyHead.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {['black', 'white'].map((side) => (
          <tr key={side}>
            <th scope="row">{texts[side]}</th>
            <td>{texts.accuracy(found[side].accuracy)}</td>
            <td>{found[side].moves.inaccuracy}</td>
            <td>{found[side].moves.mistake}</td>
            <td>{found[side].moves.blunder}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/// Is there a better line than the move that was played? Of a good move the engine names the line that it began.
const hasBetter = (entry) => entry?.loss > 0 && entry.better.length > 0;

function Entry({ entry, better, showBetter }) {
  return (
    <div class={`entry ${entry.grade}`}>
      <h2>{texts.verdict(entry)}</h2>
      {entry.loss > 0 && <p>{texts.loss(entry)}</p>}
      {entry.reasons.map((reason) => (
        <p key={reason.text}>{texts.reason(reason)}</p>
      ))}
      {hasBetter(entry) && (
        <button aria-pressed={better} onClick={() => showBetter(!better)}>
          {texts.showBetter(entry.better[0])}
        </button>
      )}
    </div>
  );
}

function TurningPoints({ review, node, go }) {
  const points = review.turningPoints;
  return (
    <>
      <h2>{texts.turningPoints}</h2>
      {points.length === 0 && <p class="quiet">{texts.noTurningPoints}</p>}
      <ol class="turning">
        {points.map((entry) => (
          <li key={entry.number}>
            <button aria-current={entry.node === node ? 'true' : undefined} onClick={() => go(entry.node)}>
              <span class={`grade ${entry.grade}`} aria-hidden="true" />
              <span>{texts.turningPoint(entry)}</span>
              <span class="quiet">{texts.lost(entry.loss)}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/// The better line, or the points that the reasons speak of and the better move.
function layersOf(better, entry, before, { board }) {
  if (!entry) return {};
  if (better && before) return lineOn(before, entry.better);
  const points = entry.reasons
    .flatMap(({ points }) => points)
    .map((name) => [board.parseVertex(name), { type: 'square' }]);
  const best = hasBetter(entry) && entry.better[0] !== 'pass';
  return {
    marks: points,
    ghostStoneMap: best ? ghost(board, entry) : undefined,
  };
}

function ghost(board, { better, color }) {
  const [x, y] = board.parseVertex(better[0]);
  return board.signMap.map((row, at) =>
    row.map((_, column) => (at === y && column === x ? { sign: color === 'black' ? 1 : -1, type: 'good' } : null)),
  );
}
