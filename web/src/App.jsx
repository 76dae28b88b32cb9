import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import problems from 'virtual:problems';
import { Analyze } from './analyze/Analyze.jsx';
import { Ponder } from './analyze/ponder.js';
import { Bookmark } from './game/bookmark.js';
import { Cursor } from './game/cursor.js';
import { Record } from './game/record.js';
import { readFile } from './page/file.js';
import { useKeptKeyboard } from './page/focus.js';
import { placeIn } from './page/place.js';
import { Speech } from './page/speech.js';
import { openStorage } from './page/storage.js';
import { useWatched } from './page/watched.js';
import { Match } from './play/match.js';
import { Play } from './play/Play.jsx';
import { Problem } from './study/problem.js';
import { Review } from './study/review.js';
import { Study } from './study/Study.jsx';
import { texts } from './texts.js';

const TABS = ['play', 'analyze', 'study'];
// What an address can name; study has two parts.
const PLACES = ['play', 'analyze', 'problems', 'review'];

/// The page: a bar, and what was chosen in it.
export function App({ engine }) {
  const speech = useMemo(() => new Speech(), []);
  const storage = useMemo(() => openStorage(), []);
  const match = useMemo(() => new Match(engine, storage, sayIn('play', speech)), []);
  const cursor = useMemo(() => new Cursor(), []);
  const bookmark = useMemo(() => new Bookmark(cursor, storage), []);
  const ponder = useMemo(() => new Ponder(engine, cursor), []);
  const review = useMemo(() => new Review(engine, cursor, sayIn('review', speech)), []);
  const problem = useMemo(() => firstUnsolved(new Problem(engine, storage, sayIn('problems', speech), problems)), []);
  const [place, setPlace] = useState(placeIn(location.hash, PLACES));
  const tab = TABS.includes(place) ? place : 'study';
  const [trouble, setTrouble] = useState(null);
  useWatched(engine, match, bookmark);
  // Each of these takes buttons away.
  useKeptKeyboard(place, trouble, match.phase, match.trouble, bookmark.hasLast);
  // What was said of one place is nothing to another.
  useLayoutEffect(() => speech.say(''), [place]);

  function go(place) {
    location.hash = place;
    setPlace(place);
  }

  function show(record, place, node = record.root) {
    if (record !== cursor.record) review.clear();
    cursor.open(record, node);
    setTrouble(null);
    speech.say('');
    go(place);
  }

  /// Shows a record; returns whether there was one.
  function open(text, place = tab === 'study' ? 'review' : 'analyze') {
    try {
      show(Record.parse(text), place);
      return true;
    } catch (error) {
      setTrouble(texts.unreadable[error.name] ?? texts.unreadable.noRecord);
      return false;
    }
  }

  /// The game that is played, as a record of its own; where it is shown already, with what was tried there.
  function showMatch(place) {
    const record = Record.parse(`${match.record}`);
    const end = cursor.record.join(record);
    if (end) show(cursor.record, place, end);
    else show(record, place, record.line(record.root).at(-1));
  }

  function showLast() {
    const last = bookmark.takeLast();
    if (last) show(last.record, place, last.node);
  }

  useEffect(() => {
    const save = () => match.save();
    // One that nobody sees would only think beside the page that the game goes on in.
    const wake = () => document.visibilityState === 'visible' && match.wake();
    const over = (event) => event.preventDefault();
    const drop = async (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData('text');
      if (file) open(await readFile(file));
      else if (text) open(text);
    };
    const paste = (event) => {
      if (event.target.closest?.('input, textarea')) return;
      open(event.clipboardData.getData('text'));
    };
    const turn = () => setPlace(placeIn(location.hash, PLACES));
    const catchUp = () => {
      problem.catchUp();
      wake();
    };
    const listeners = {
      pagehide: save,
      pageshow: wake,
      visibilitychange: wake,
      storage: catchUp,
      hashchange: turn,
      dragover: over,
      drop,
      paste,
    };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
    };
  });

  return (
    <>
      <header>
        <h1>{texts.title}</h1>
        <nav aria-label={texts.tabsLabel}>
          {TABS.map((name) => (
            <button
              key={name}
              aria-current={tab === name ? 'page' : undefined}
              onClick={() => go(name === 'study' ? 'problems' : name)}
            >
              {texts.tabs[name]}
            </button>
          ))}
        </nav>
        <p class="door" role="status">
          {texts.door[engine.state]}
        </p>
      </header>
      {trouble && (
        <p class="trouble wide" role="alert">
          <span>{trouble}</span>
          <button onClick={() => setTrouble(null)}>{texts.close}</button>
        </p>
      )}
      <main>
        {tab === 'play' && (
          <Play
            match={match}
            say={speech.say}
            onAnalyze={() => showMatch('analyze')}
            onReview={() => showMatch('review')}
          />
        )}
        {tab === 'analyze' && (
          <Analyze
            cursor={cursor}
            ponder={ponder}
            say={speech.say}
            onOpen={open}
            onNew={() => show(Record.blank(), 'analyze')}
            onLast={bookmark.hasLast && showLast}
          />
        )}
        {tab === 'study' && (
          <Study
            {...{ place, go, cursor, review, problem }}
            say={speech.say}
            onOpen={open}
            onLast={bookmark.hasLast && showLast}
          />
        )}
        <p id="board-keys" class="unseen">
          {texts.boardKeys[tab]}
        </p>
      </main>
      <Spoken speech={speech} />
    </>
  );
}

/// Says what happens in a place to who is there.
function sayIn(place, speech) {
  return (...words) => placeIn(location.hash, PLACES) === place && speech.say(...words);
}

function firstUnsolved(problem) {
  const number = problem.list.findIndex((_, at) => !problem.isSolved(at));
  problem.choose(Math.max(0, number));
  return problem;
}

function Spoken({ speech }) {
  useWatched(speech);
  return (
    <div class={speech.shown ? 'word' : 'unseen'} aria-live="polite" id="spoken">
      {speech.text}
    </div>
  );
}
