/// What the browser keeps between visits; what it does not keep, as it is full or may not, stays for as long as the page is open.
export function openStorage(find = () => localStorage) {
  const here = new Map();
  let storage = null;
  try {
    storage = find();
  } catch {
    // It may not even be asked for.
  }
  return {
    getItem: (name) => here.get(name) ?? storage?.getItem(name) ?? null,
    setItem(name, value) {
      try {
        storage.setItem(name, value);
        here.delete(name);
      } catch {
        here.set(name, value);
      }
    },
  };
}
