import { useEffect, useRef } from 'preact/hooks';
import { branches } from './branches.js';

const STEP = 22;
const at = (place) => STEP / 2 + place * STEP;

/// The tree of variations, to look at and to click on; the buttons above it and the keys of the board do the same.
export function Tree({ cursor }) {
  const box = useRef();
  const { record, node } = cursor;
  const places = branches(record.root);
  const onPath = new Set(record.path(node));
  const here = places.find((place) => place.node === node);

  useEffect(() => {
    const { clientWidth, clientHeight } = box.current;
    box.current.scrollTo(at(here.column) - clientWidth / 2, at(here.row) - clientHeight / 2);
  }, [node, places.length]);

  // All of its square, not the circle alone, is for a finger to hit.
  function choose({ clientX, clientY, currentTarget }) {
    const { left, top } = currentTarget.getBoundingClientRect();
    const [column, row] = [clientX - left, clientY - top].map((length) => Math.floor(length / STEP));
    cursor.go(places.find((place) => place.column === column && place.row === row)?.node);
  }

  const width = (Math.max(...places.map(({ column }) => column)) + 1) * STEP;
  const height = (Math.max(...places.map(({ row }) => row)) + 1) * STEP;
  return (
    <div class="tree" ref={box} aria-hidden="true">
      <svg width={width} height={height} onClick={choose}>
        {places.map(
          ({ node, column, row, parent }) =>
            parent && (
              <path
                key={node.id}
                class={onPath.has(node) ? 'path' : ''}
                d={`M${at(parent.column)} ${at(parent.row)}V${at(row)}H${at(column)}`}
              />
            ),
        )}
        {places.map((place) => (
          <circle
            key={place.node.id}
            class={`${colorOf(place.node)} ${place === here ? 'here' : ''}`}
            cx={at(place.column)}
            cy={at(place.row)}
            r={place === here ? 8 : 6}
          />
        ))}
      </svg>
    </div>
  );
}

const colorOf = ({ data }) => (data.B ? 'black' : data.W ? 'white' : 'start');
