import { Button } from '../page/Button.jsx';
import { texts } from '../texts.js';

/// Buttons that go through a record, and to its variations where it has some; `onStep` hears of each step.
export function Navigator({ cursor, onStep }) {
  const { record, node, position, fork } = cursor;
  const line = record.line(node);
  const here = line.indexOf(node);
  const first = here === 0;
  const last = here === line.length - 1;
  // Before the fork too, so that the others stay where they are.
  const forks = line.some(({ children }) => children.length > 1);
  const told = (act) => () => {
    act();
    onStep();
  };
  const step = (steps) => told(() => cursor.step(steps));
  const turn = (by) => told(() => cursor.turn(by));
  return (
    <div class="navigator">
      <Step icon="M6 5v14M19 5l-9 7 9 7z" name={texts.first} off={first} act={step(-Infinity)} />
      <Step icon="M17 5l-9 7 9 7z" name={texts.previous} off={first} act={step(-1)} />
      <span class="where">{texts.where(position.number, record.position(line.at(-1)).number)}</span>
      <Step icon="M7 5l9 7-9 7z" name={texts.next} off={last} act={step(1)} />
      <Step icon="M18 5v14M5 5l9 7-9 7z" name={texts.last} off={last} act={step(Infinity)} />
      {forks && <Step icon="M5 17l7-9 7 9z" name={texts.previousVariation} off={!fork} act={turn(-1)} />}
      {forks && <Step icon="M5 7l7 9 7-9z" name={texts.nextVariation} off={!fork} act={turn(1)} />}
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
