import { texts } from '../texts.js';
import { Problems } from './Problems.jsx';
import { ReviewGame } from './ReviewGame.jsx';

/// Reviews and problems.
export function Study({ what, setWhat, cursor, review, problem, say, onOpen }) {
  const choice = (
    <div class="buttons tight" role="group" aria-label={texts.tabs.study}>
      {['problems', 'review'].map((one) => (
        <button key={one} aria-pressed={what === one} onClick={() => setWhat(one)}>
          {texts[one]}
        </button>
      ))}
    </div>
  );
  return what === 'review' ? (
    <ReviewGame cursor={cursor} review={review} say={say} onOpen={onOpen}>
      {choice}
    </ReviewGame>
  ) : (
    <Problems problem={problem} say={say}>
      {choice}
    </Problems>
  );
}
