import { useState } from 'preact/hooks';
import { texts } from '../texts.js';
import { inTheirPlaces } from './overlay.js';

const SHOWN = 5;
const MOVES = 6;

/// The best candidates; to point at one shows its line. As long as the keyboard is among them each keeps its place: one that moved or
/// went would take it along.
export function Candidates({ candidates, onHover, onPlay }) {
  const [held, setHeld] = useState(null);
  const rows = held ? inTheirPlaces(held, candidates) : candidates.slice(0, SHOWN);

  function release({ currentTarget: body, relatedTarget }) {
    // What has the focus in a window that has lost it gets the keyboard back with it.
    if (!body.contains(relatedTarget) && !body.contains(document.activeElement)) setHeld(null);
  }

  return (
    <div class="candidates">
      <table>
        <caption class="unseen">{texts.overlays.candidates}</caption>
        <thead>
          <tr>
            {texts.candidateHead.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          onFocusIn={() => setHeld(rows)}
          onFocusOut={release}
          onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onHover(null)}
        >
          {rows.map(({ move, rate, lead, visits, pv }) => (
            <tr
              key={move}
              onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onHover(move)}
              onClick={() => onHover(move)}
            >
              <th scope="row">
                <button onFocus={() => onHover(move)} onBlur={() => onHover(null)} onClick={() => onPlay(move)}>
                  {move}
                </button>
              </th>
              <td>{texts.percent(rate)}</td>
              <td>{texts.lead(lead)}</td>
              <td>{texts.visits(visits)}</td>
              <td class="pv">{pv.slice(1, MOVES).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
