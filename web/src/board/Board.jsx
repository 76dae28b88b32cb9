import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Goban } from '@sabaki/shudan';
import { isPass, pointName } from '../game/position.js';
import { texts } from '../texts.js';
import { layer } from './layers.js';
import { isRepeated, keyOf, walk } from './walk.js';

// In points: the coordinates on both sides and the border.
const FRAME = 1.3;

/// The board. With the keyboard: arrows walk over the points, Enter or space plays; `keys` names what others do, or space
/// too.
/// `say` speaks of the point one has walked to.
export function Board({
  position,
  onPlay,
  onHover,
  keys = {},
  say,
  describe = () => '',
  shown,
  marks = [],
  region,
  ...layers
}) {
  const frame = useRef();
  const [vertexSize, setVertexSize] = useState(0);
  const [cursor, setCursor] = useState(null);
  const { board, last } = position;
  const size = board.width;

  useEffect(() => {
    const fit = () => {
      const { clientWidth, clientHeight } = frame.current;
      setVertexSize(Math.max(12, Math.floor(Math.min(clientWidth, clientHeight) / (size + FRAME))));
    };
    const observer = new ResizeObserver(fit);
    observer.observe(frame.current);
    fit();
    return () => observer.disconnect();
  }, [size]);
  // A point of another board may not be on this one.
  useLayoutEffect(() => setCursor(null), [size]);

  // What Shudan selects is outlined as one: where a region is, the point one has walked to has a mark.
  const selected = region ?? (cursor ? [cursor] : []);
  const cursorMark = region && cursor ? [[cursor, { type: 'square' }]] : [];
  const lastMark = last && !isPass(last) && board.get(last) ? [[last, { type: 'circle' }]] : [];

  function onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = cursor ?? [(size - 1) >> 1, (size - 1) >> 1];
    const to = walk(at, event.key, size);
    const plays = cursor && [' ', 'Enter'].includes(event.key);
    const act = keyOf(keys, event.key) ?? (plays && (() => onPlay(cursor)));
    if (!to && !act) return;
    event.preventDefault();
    if (event.repeat && !isRepeated(event.key)) return;
    if (to) {
      const there = cursor ? to : at;
      setCursor(there);
      onHover?.(there);
      say([texts.point(pointName(board, there), board.get(there)), describe(there)].filter(Boolean).join('. '));
    } else act();
  }

  return (
    <div
      class="board"
      ref={frame}
      role="application"
      aria-roledescription={texts.boardRole}
      aria-label={texts.board(size)}
      aria-describedby="board-keys"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setCursor(null);
        onHover?.(null);
      }}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onHover?.(null)}
    >
      <div class="wood" aria-hidden="true">
        {vertexSize > 0 && (
          <Goban
            vertexSize={vertexSize}
            showCoordinates
            style={{ gridTemplateRows: '.6em 1fr .6em', gridTemplateColumns: '.6em 1fr .6em' }}
            signMap={shown ?? board.signMap}
            markerMap={layer(size, [...lastMark, ...marks, ...cursorMark])}
            selectedVertices={selected}
            onVertexClick={(_, vertex) => {
              setCursor(null);
              onPlay(vertex);
            }}
            onVertexPointerEnter={(event, vertex) => event.pointerType !== 'touch' && onHover?.(vertex)}
            {...layers}
          />
        )}
      </div>
    </div>
  );
}
