import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useDark } from '../page/media.js';
import { texts } from '../texts.js';

const HEIGHT = 140;

/// Black's win rate and lead along the game; a click goes to a move. `rates` and `leads` have null where nothing
/// is known, `here` is the move that is shown.
export function Graph({ rates, leads, here, onChoose }) {
  const box = useRef();
  const plot = useRef();
  const choose = useRef();
  const mark = useRef();
  const dark = useDark();
  choose.current = onChoose;
  mark.current = here;
  const data = [rates.map((_, at) => at), rates.map((rate) => (rate === null ? null : 100 * rate)), leads];

  useEffect(() => {
    plot.current = new UPlot(options(box.current, choose, mark), data, box.current);
    const observer = new ResizeObserver(() => plot.current.setSize({ width: box.current.clientWidth, height: HEIGHT }));
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      plot.current.destroy();
    };
  }, [dark]);

  useEffect(() => {
    plot.current.setData(data);
  }, [JSON.stringify(data), here, dark]);

  const known = rates.filter((rate) => rate !== null).length;
  return (
    <figure>
      <div class="graph" ref={box} role="img" aria-label={texts.graph(known, rates[here])} />
      <figcaption class="quiet">
        <span class="key" aria-hidden="true" /> {texts.graphRate} <span class="key dashed" aria-hidden="true" />{' '}
        {texts.graphPoints}
      </figcaption>
    </figure>
  );
}

function options(box, choose, mark) {
  const style = getComputedStyle(box);
  const color = (name) => style.getPropertyValue(name).trim();
  const axis = { stroke: color('--quiet'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
  return {
    width: box.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: {
      x: { time: false, range: ({ data: [moves] }) => [0, Math.max(moves.at(-1), 10)] },
      '%': { range: [0, 100] },
      points: { range: (_, from, to) => symmetric(from, to) },
    },
    axes: [
      { ...axis, size: 28, incrs: [5, 10, 20, 50] },
      { ...axis, scale: '%', size: 38, splits: [0, 50, 100], values: (_, at) => at.map((rate) => `${rate}%`) },
      {
        ...axis,
        scale: 'points',
        side: 1,
        size: 38,
        grid: { show: false },
        values: (_, at) => at.map((lead) => Math.abs(lead)),
      },
    ],
    series: [
      {},
      { scale: '%', stroke: color('--accent'), width: 2, spanGaps: true, points: { size: 5, fill: color('--accent') } },
      { scale: 'points', stroke: color('--warm'), width: 1.5, dash: [5, 4], spanGaps: true, points: { show: false } },
    ],
    hooks: {
      ready: [(plot) => plot.over.addEventListener('click', () => choose.current(plot.cursor.idx))],
      draw: [(plot) => drawHere(plot, mark.current, color('--text'))],
    },
  };
}

/// A line at the move that is shown.
function drawHere(plot, here, color) {
  const x = Math.round(plot.valToPos(here, 'x', true)) + 0.5;
  const { top, height } = plot.bbox;
  plot.ctx.save();
  plot.ctx.strokeStyle = color;
  plot.ctx.globalAlpha = 0.6;
  plot.ctx.beginPath();
  plot.ctx.moveTo(x, top);
  plot.ctx.lineTo(x, top + height);
  plot.ctx.stroke();
  plot.ctx.restore();
}

/// So that an even game is in the middle for both lines.
function symmetric(from, to) {
  const most = Math.max(10, Math.ceil(Math.max(Math.abs(from ?? 0), Math.abs(to ?? 0)) / 10) * 10);
  return [-most, most];
}
