import { useEffect, useState } from 'preact/hooks';

const useMedia = (words) => {
  const [matches, setMatches] = useState(() => matchMedia(words).matches);
  useEffect(() => {
    const query = matchMedia(words);
    const follow = () => setMatches(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [words]);
  return matches;
};

export const isTouch = () => matchMedia('(pointer: coarse)').matches;

export const useDark = () => useMedia('(prefers-color-scheme: dark)');

/// Whether points are too small for more than a word.
export const useNarrow = () => useMedia('(max-width: 800px)');
