import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Board } from '../board/Board.jsx';
import { resultOf } from '../game/count.js';
import { vertices } from '../game/position.js';
import { useWatched } from '../page/watched.js';
import { Button } from '../page/Button.jsx';
import { saveFile } from '../page/file.js';
import { useKeptKeyboard } from '../page/focus.js';
import { Trouble } from '../page/Trouble.jsx';
import { texts } from '../texts.js';
import { Players } from './Players.jsx';
import { Setup } from './Setup.jsx';

/// A game against a level.
export function Play({ match, say, onAnalyze, onReview }) {
  useWatched(match);
  const { position, phase } = match;
  const keys = { p: () => match.pass(), u: () => match.undo(), h: () => match.help() };
  // The last game is on the board until there is another one.
  const isThere = phase !== 'none' || match.record.root.children.length > 0;
  const choose = (vertex) => (phase === 'counting' ? match.dispute(vertex) : match.play(vertex));
  return (
    <>
      <Board
        position={position}
        onPlay={choose}
        keys={keys}
        say={say}
        describe={(vertex) => (match.isDead(vertex) ? texts.deadHere : '')}
        {...layersOf(match)}
      />
      <section class="panel" aria-label={texts.tabs.play}>
        {phase === 'none' ? (
          <Setup match={match} />
        ) : (
          <>
            <Players match={match} />
            <p class="state">{stateOf(match)}</p>
            <Trouble why={match.trouble}>
              <button onClick={() => match.retry()}>{texts.retry}</button>
            </Trouble>
            {phase === 'playing' && <Moves match={match} />}
            {phase === 'counting' && !match.thinking && <Counting match={match} />}
            {phase === 'over' && (
              <div class="buttons">
                <button class="main" onClick={() => match.leave()}>
                  {texts.again}
                </button>
                {match.canUndo && <button onClick={() => match.undo()}>{texts.undo}</button>}
              </div>
            )}
          </>
        )}
        {isThere && (
          <div class="buttons">
            <button onClick={onAnalyze}>{texts.analyzeGame}</button>
            <button onClick={onReview}>{texts.reviewGame}</button>
            <button onClick={() => saveFile('game.sgf', `${match.record}`)}>{texts.save}</button>
          </div>
        )}
      </section>
    </>
  );
}

function Moves({ match }) {
  const [asking, setAsking] = useState(false);
  useKeptKeyboard(asking);
  if (asking) return <Resignation match={match} onNo={() => setAsking(false)} />;
  const { hint, position } = match;
  return (
    <>
      <div class="buttons">
        <Button single off={!match.yourTurn} onClick={() => match.pass()}>
          {texts.pass}
        </Button>
        <Button single off={!match.canUndo} onClick={() => match.undo()}>
          {texts.undo}
        </Button>
        <Button
          single
          off={!match.yourTurn || match.thinking || hint?.step === 3}
          onClick={() => match.help()}
        >
          {texts.hints[Math.min(hint?.step ?? 0, 2)]}
        </Button>
        <button onClick={() => setAsking(true)}>{texts.resign}</button>
      </div>
      {hint && <p class="hint">{texts.hint(hint, (vertex) => position.board.stringifyVertex(vertex))}</p>}
    </>
  );
}

/// Asks again. The keyboard is where a held Enter gives nothing up.
function Resignation({ match, onNo }) {
  const no = useRef();
  useLayoutEffect(() => no.current.focus(), []);
  return (
    <div class="buttons">
      <button class="main" onClick={() => match.resign()}>
        {texts.resignSure}
      </button>
      <button ref={no} onClick={onNo}>
        {texts.keepPlaying}
      </button>
    </div>
  );
}

function Counting({ match }) {
  const { black, white } = match.count;
  return (
    <>
      <p>
        {texts.area(texts.black, black)}, {texts.area(texts.white, white)}
      </p>
      <p class="quiet">{texts.dispute}</p>
      <div class="buttons">
        <button class="main" onClick={() => match.accept()}>
          {texts.accept}
        </button>
        <button onClick={() => match.resume()}>{texts.resume}</button>
      </div>
    </>
  );
}

function stateOf(match) {
  const { phase, result, count } = match;
  if (phase === 'over') {
    const won = { B: 1, W: -1 }[result[0]];
    return [won && (won === match.you ? texts.youWon : texts.youLost), texts.result(result)].filter(Boolean).join(' ');
  }
  if (phase === 'counting') return match.thinking ? texts.counting : texts.result(resultOf(count.lead));
  return match.yourTurn ? texts.yourTurn : texts.thinking;
}

/// What the board shows beside the stones: the hint, or whose the points are.
function layersOf(match) {
  const { hint, phase, position, thinking } = match;
  if (phase === 'counting' && !thinking) {
    const off = vertices(position.board).filter((vertex) => match.isDead(vertex));
    return {
      paintMap: match.count.owner.map((row) => row.map((sign) => sign * 0.6)),
      dimmedVertices: off,
      marks: off.map((vertex) => [vertex, { type: 'cross' }]),
    };
  }
  if (!hint) return {};
  if (hint.step === 1) return { region: hint.region };
  if (hint.step === 2)
    return { marks: hint.candidates.map((vertex, at) => [vertex, { type: 'label', label: 'abcd'[at] }]) };
  return { marks: [[hint.move, { type: 'triangle' }]] };
}
