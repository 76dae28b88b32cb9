import { useState } from 'preact/hooks';
import { Board } from '../board/Board.jsx';
import { lineOn } from '../board/line.js';
import { key } from '../game/position.js';
import { Button } from '../page/Button.jsx';
import { Trouble } from '../page/Trouble.jsx';
import { useWatched } from '../page/watched.js';
import { texts } from '../texts.js';

const DIFFICULTIES = [1, 2, 3, 4, 5];

/// The capture problems, by difficulty.
export function Problems({ problem, say, children }) {
  useWatched(problem);
  const { shown, position, state, line, thinking, list } = problem;
  const [difficulty, setDifficulty] = useState(shown.difficulty);
  const numbers = list.map((_, number) => number);
  const among = (wanted) => numbers.filter((number) => list[number].difficulty === wanted);
  const group = among(difficulty);
  const at = group.indexOf(problem.number);
  const others = [...group.slice(at + 1), ...group.slice(0, at)];
  const next = others.find((number) => !problem.isSolved(number)) ?? others[0];

  function choose(wanted) {
    setDifficulty(wanted);
    const group = among(wanted);
    problem.open(group.find((number) => !problem.isSolved(number)) ?? group[0]);
  }

  function again() {
    problem.again();
    say(texts.states[problem.state](problem));
  }

  const { marked } = problem;
  const isMarked = (vertex) => marked.some((at) => key(at) === key(vertex));
  const marks = marked.map((vertex) => [vertex, { type: 'square' }]);
  const drawn = line ? lineOn(position, line) : { shown: undefined, marks: [] };
  return (
    <>
      <Board
        position={position}
        onPlay={(vertex) => problem.play(vertex)}
        say={say}
        describe={(vertex) => (isMarked(vertex) ? texts.marked : '')}
        shown={drawn.shown}
        marks={[...marks, ...drawn.marks]}
        keys={{ Escape: again }}
      />
      <section class="panel" aria-label={texts.problems}>
        {children}
        <div class="buttons tight" role="group" aria-label={texts.difficulty}>
          {DIFFICULTIES.map((one) => (
            <button key={one} aria-pressed={difficulty === one} onClick={() => choose(one)}>
              {texts.difficulties[one]}
            </button>
          ))}
        </div>
        <h2>{texts.task(shown, problem.record.position(problem.record.root).turn)}</h2>
        <p class="state">{thinking ? texts.proving : texts.states[state](problem)}</p>
        <Trouble why={problem.trouble} />
        <div class="buttons">
          <Button off={state === 'open' && problem.node === problem.record.root} onClick={again}>
            {texts.tryAgain}
          </Button>
          <Button off={thinking} onClick={() => problem.show()}>
            {texts.showSolution}
          </Button>
          <button class={state === 'solved' ? 'main' : ''} onClick={() => problem.open(next)}>
            {texts.nextProblem}
          </button>
        </div>
        <p class="quiet">{texts.progress(group.filter((number) => problem.isSolved(number)).length, group.length)}</p>
        <ul class="numbers">
          {group.map((number, at) => (
            <li key={number}>
              <button
                class={problem.isSolved(number) ? 'solved' : ''}
                aria-current={number === problem.number ? 'true' : undefined}
                aria-label={texts.problemNumber(at + 1, problem.isSolved(number))}
                onClick={() => problem.open(number)}
              >
                {at + 1}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
