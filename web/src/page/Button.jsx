/// A button that may be `off` for a while. One that were disabled would lose the keyboard to nothing.
export function Button({ off, onClick, ...more }) {
  return <button aria-disabled={off ? 'true' : undefined} onClick={off ? undefined : onClick} {...more} />;
}
