import { useEffect, useState } from 'preact/hooks';
import { Board } from '../board/Board.jsx';
import { lineOn } from '../board/line.js';
import { PASS, pointName } from '../game/position.js';
import { Navigator, recordKeys } from '../game/Navigator.jsx';
import { playAndSay, spoken, spokenKeys } from '../game/spoken.js';
import { Button } from '../page/Button.jsx';
import { Files } from '../page/Files.jsx';
import { focusBoard } from '../page/focus.js';
import { useNarrow } from '../page/media.js';
import { Trouble } from '../page/Trouble.jsx';
import { useWatched } from '../page/watched.js';
import { texts } from '../texts.js';
import { Candidates } from './Candidates.jsx';
import { Graph } from './Graph.jsx';
import { candidatesOf, overlayOf } from './overlay.js';
import { Tree } from './Tree.jsx';

const OVERLAYS = ['candidates', 'ownership', 'policy', 'none'];

/// A record with its variations and what the engine thinks of it.
export function Analyze({ cursor, ponder, say, onOpen, onNew, onLast }) {
  useWatched(cursor, ponder);
  const [overlay, setOverlay] = useState('candidates');
  const [hovered, setHovered] = useState(null);
  const narrow = useNarrow();
  const { position, node, record } = cursor;
  const report = ponder.report(node);
  const candidates = candidatesOf(report, position.turn);
  const looked = candidates.find(({ move }) => move === hovered);

  useEffect(() => {
    const look = () => ponder.want(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      ponder.want(false);
    };
  }, [ponder]);
  useEffect(() => setHovered(null), [node]);

  const name = (vertex) => pointName(position.board, vertex);
  function play(vertex) {
    playAndSay(cursor, vertex, say);
  }
  const tell = () => say(spoken(cursor));
  function toggle() {
    ponder.toggle();
    say(texts.pondering(ponder.on));
  }
  function remove() {
    cursor.remove();
    tell();
  }
  const keys = { ...spokenKeys(recordKeys(cursor), tell), p: () => play(PASS), ' ': toggle };

  const line = record.line(node);
  const reports = line.map((at) => ponder.report(at)?.rootInfo);
  return (
    <>
      <Board
        position={position}
        onPlay={play}
        onHover={(vertex) => setHovered(vertex && name(vertex))}
        keys={keys}
        say={say}
        describe={(vertex) => texts.candidateHere(candidates.find(({ move }) => move === name(vertex)))}
        {...(looked ? lineOn(position, looked.pv) : overlayOf(overlay, report, position, narrow))}
      />
      <section class="panel" aria-label={texts.tabs.analyze}>
        <Verdict report={report} ponder={ponder} />
        <Navigator cursor={cursor} onStep={tell} />
        <Trouble why={ponder.trouble} />
        <div class="buttons tight" role="group" aria-label={texts.overlay}>
          {OVERLAYS.map((kind) => (
            <button
              key={kind}
              aria-pressed={overlay === kind}
              onClick={() => {
                setHovered(null);
                setOverlay(kind);
              }}
            >
              {texts.overlays[kind]}
            </button>
          ))}
        </div>
        <Candidates
          key={node.id}
          candidates={candidates}
          onHover={setHovered}
          onPlay={(move) => {
            play(position.board.parseVertex(move));
            focusBoard();
          }}
        />
        <Graph
          rates={reports.map((root) => root?.winrate ?? null)}
          leads={reports.map((root) => root?.scoreLead ?? null)}
          here={line.indexOf(node)}
          onChoose={(at) => cursor.go(line[at])}
        />
        <Tree cursor={cursor} />
        <div class="buttons tight">
          <Button single onClick={() => play(PASS)}>
            {texts.pass}
          </Button>
          <Button single off={!record.parent(node)} onClick={remove}>
            {texts.remove}
          </Button>
          {ponder.sweep ? (
            <button onClick={() => ponder.stop()}>{texts.sweeping(ponder.sweep)}</button>
          ) : (
            <button onClick={() => ponder.all()}>{texts.sweep}</button>
          )}
        </div>
        <Files {...{ record, onOpen, onNew, onLast }} />
      </section>
    </>
  );
}

function Verdict({ report, ponder }) {
  const root = report?.rootInfo;
  return (
    <div class="verdict">
      <div>
        <strong>{root ? texts.winrate(root.winrate) : '–'}</strong>
        <span>{root && texts.points(root.scoreLead)}</span>
        <span class="quiet">{root && texts.visitsLong(root.visits)}</span>
      </div>
      <div class="bar" aria-hidden="true">
        <div style={{ width: `${100 * (root?.winrate ?? 0.5)}%` }} />
      </div>
      <button aria-pressed={ponder.on} onClick={() => ponder.toggle()}>
        {texts.ponder}
      </button>
    </div>
  );
}
