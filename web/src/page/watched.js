import { useEffect, useState } from 'preact/hooks';

/// Something that tells its watchers when it has changed.
export class Watched {
  #watchers = new Set();

  /// Calls `watcher` at every change; what it returns ends that.
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  changed() {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/// Draws a component again whenever one of these has changed.
export function useWatched(...things) {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((count) => count + 1);
    const ends = things.map((thing) => thing.watch(again));
    // Something may have changed between the drawing and now.
    again();
    return () => ends.forEach((end) => end());
  }, things);
}
