import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts.js';

/// Who plays, what each has captured and how much time is left.
export function Players({ match }) {
  const { board, turn } = match.position;
  const { PB, PW } = match.record.root.data;
  return (
    <div class="players">
      {[1, -1].map((side) => (
        <div key={side} class={`player ${match.phase === 'playing' && turn === side ? 'turn' : ''}`}>
          <span class={`stone ${side > 0 ? 'black' : 'white'}`} role="img" aria-label={texts.color(side)} />
          <span class="name">{side > 0 ? PB : PW}</span>
          <span class="quiet">{texts.captured(board.getCaptures(side))}</span>
          {match.clock && <Time clock={match.clock} side={side} />}
        </div>
      ))}
    </div>
  );
}

function Time({ clock, side }) {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil(clock.remaining(side) / 1000);
  return <time class="time">{`${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`}</time>;
}
