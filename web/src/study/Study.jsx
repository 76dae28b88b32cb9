import { texts } from '../texts.js';
import { Problems } from './Problems.jsx';
import { ReviewGame } from './ReviewGame.jsx';

/// Reviews and problems.
export function Study({ place, go, cursor, review, problem, say, onOpen, onLast }) {
  const choice = (
    <div class="buttons tight" role="group" aria-label={texts.tabs.study}>
      {['problems', 'review'].map((one) => (
        <button key={one} aria-pressed={place === one} onClick={() => go(one)}>
          {texts[one]}
        </button>
      ))}
    </div>
  );
  return place === 'review' ? (
    <ReviewGame {...{ cursor, review, say, onOpen, onLast }}>
      {choice}
    </ReviewGame>
  ) : (
    <Problems problem={problem} say={say}>
      {choice}
    </Problems>
  );
}
