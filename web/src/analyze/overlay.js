import { layer, rows } from '../board/layers.js';
import { texts } from '../texts.js';

/// The candidates of a report for the side to move, best first.
export function candidatesOf(report, turn) {
  if (!report) return [];
  const forTurn = (rate) => (turn > 0 ? rate : 1 - rate);
  return report.moveInfos.map(({ move, visits, winrate, scoreLead, pv }) => ({
    move,
    visits,
    pv,
    rate: forTurn(winrate),
    lead: scoreLead * turn,
  }));
}

/// What is said now of those that were candidates before; what is known of one that is none any more stays.
export function inTheirPlaces(before, candidates) {
  return before.map((known) => candidates.find(({ move }) => move === known.move) ?? known);
}

/// What Shudan draws of a report: `candidates`, `ownership`, `policy` or `none`.
export function overlayOf(kind, report, { board, turn }, narrow) {
  const size = board.width;
  if (!report || kind === 'none') return {};
  if (kind === 'ownership' && report.ownership) return { paintMap: rows(size, report.ownership) };
  if (kind === 'policy' && report.policy) {
    const best = Math.max(...report.policy);
    const heat = report.policy
      .slice(0, size * size)
      .map((share) => share >= 0.005 && { strength: strength(share / best), text: `${Math.round(100 * share)}` });
    return { heatMap: rows(size, heat) };
  }
  if (kind !== 'candidates') return {};
  const candidates = candidatesOf(report, turn);
  const most = Math.max(...candidates.map(({ visits }) => visits));
  const entries = candidates.map(({ move, visits, rate, lead }, order) => [
    board.parseVertex(move),
    {
      strength: order === 0 ? 9 : Math.min(8, strength(visits / most)),
      text: [`${Math.round(100 * rate)}`, ...(narrow ? [] : [texts.visits(visits), texts.lead(lead)])].join('\n'),
    },
  ]);
  return { heatMap: layer(size, entries) };
}

const strength = (share) => Math.max(1, Math.ceil(9 * share));
