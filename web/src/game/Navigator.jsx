import { Button } from '../page/Button.jsx';
import { texts } from '../texts.js';

/// Buttons that go through a record; `onStep` hears of each step.
export function Navigator({ cursor, onStep }) {
  const { record, node, position } = cursor;
  const line = record.line(node);
  const here = line.indexOf(node);
  const first = here === 0;
  const last = here === line.length - 1;
  const step = (steps) => () => {
    cursor.step(steps);
    onStep();
  };
  return (
    <div class="navigator">
      <Step icon="M6 5v14M19 5l-9 7 9 7z" name={texts.first} off={first} act={step(-Infinity)} />
      <Step icon="M17 5l-9 7 9 7z" name={texts.previous} off={first} act={step(-1)} />
      <span class="where">{texts.where(position.number, record.position(line.at(-1)).number)}</span>
      <Step icon="M7 5l9 7-9 7z" name={texts.next} off={last} act={step(1)} />
      <Step icon="M18 5v14M5 5l9 7-9 7z" name={texts.last} off={last} act={step(Infinity)} />
    </div>
  );
}

function Step({ icon, name, off, act }) {
  return (
    <Button aria-label={name} title={name} off={off} onClick={act}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </Button>
  );
}

/// What keys on the board do in a record.
export const recordKeys = (cursor) => ({
  PageUp: () => cursor.step(-1),
  PageDown: () => cursor.step(1),
  Home: () => cursor.step(-Infinity),
  End: () => cursor.step(Infinity),
  ',': () => cursor.turn(-1),
  '.': () => cursor.turn(1),
  // Not on all keyboards a key of their own.
  '[': () => cursor.turn(-1),
  ']': () => cursor.turn(1),
});
