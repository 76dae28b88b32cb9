/// For the keys of a button that must not be pressed again and again by one that is held. Browsers do so with Enter alone; Tab has to
/// lead on.
export function once(event) {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
