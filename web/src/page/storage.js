/// What the browser keeps between visits; where it keeps nothing, a storage for as long as the page is open.
export function openStorage(find = () => localStorage) {
  const kept = new Map();
  const here = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) };
  try {
    const storage = find();
    storage.setItem('tengen.probe', '');
    storage.removeItem('tengen.probe');
    return storage;
  } catch {
    return here;
  }
}
