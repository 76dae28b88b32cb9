import { useEffect, useMemo, useState } from 'preact/hooks';
import { Speech } from './page/speech.js';
import { useWatched } from './page/watched.js';
import { Match } from './play/match.js';
import { Play } from './play/Play.jsx';
import { texts } from './texts.js';

const TABS = ['play', 'analyze', 'study'];

/// The page: a bar, and what was chosen in it.
export function App({ engine }) {
  const speech = useMemo(() => new Speech(), []);
  const match = useMemo(() => new Match(engine, localStorage, speech.say), []);
  const [tab, setTab] = useState('play');
  useWatched(engine);

  useEffect(() => {
    const save = () => match.save();
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, []);

  return (
    <>
      <header>
        <h1>{texts.title}</h1>
        <nav aria-label={texts.tabsLabel}>
          {TABS.map((name) => (
            <button key={name} aria-current={tab === name ? 'page' : undefined} onClick={() => setTab(name)}>
              {texts.tabs[name]}
            </button>
          ))}
        </nav>
        <p class="door" role="status">
          {texts.door[engine.state]}
        </p>
      </header>
      <main>{tab === 'play' && <Play match={match} say={speech.say} />}</main>
      <p id="board-keys" class="unseen">
        {texts.boardKeys}
      </p>
      <Spoken speech={speech} />
    </>
  );
}

function Spoken({ speech }) {
  useWatched(speech);
  return (
    <div class="unseen" aria-live="polite" id="spoken">
      {speech.text}
    </div>
  );
}
