import { texts } from '../texts.js';

const SHOWN = 5;
const MOVES = 6;

/// The best candidates; to point at one shows its line.
export function Candidates({ candidates, onHover, onPlay }) {
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
        <tbody onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onHover(null)}>
          {candidates.slice(0, SHOWN).map(({ move, rate, lead, visits, pv }) => (
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
