// What the engine does in Chromium, in the words of `tengen bench`: `npm run speed`.
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { withPage } from './browser.js';

const figures = await withPage((page) =>
  page.evaluate(async () => {
    const start = performance.now();
    const one = engine();
    const query = { rules: 'chinese', komi: 7.5, boardXSize: 9, boardYSize: 9, moves: [] };
    await one.ask({ id: 'q', action: 'genmove', level: 6, ...query });
    const first_move_ms = Math.round(performance.now() - start);
    const endless = one.ask({ id: 'e', maxVisits: 1e9, ...query });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const asked_to_end = performance.now();
    one.ask({ id: 't', action: 'terminate', terminateId: 'e' });
    await endless;
    const end_of_a_search_ms = Math.round(performance.now() - asked_to_end);
    one.close();
    const { default: load, ...bench } = await import('/engine.js');
    await load();
    // The first spell is compiled in haste; what the browser makes of it later is what counts.
    const best = (speed) => Math.round(Math.max(...Array.from({ length: 3 }, () => speed(2))));
    return {
      first_move_ms,
      end_of_a_search_ms,
      network_positions_per_second: best(bench.networkSpeed),
      search_playouts_per_second: best(bench.searchSpeed),
      solver_nodes_per_second: best(bench.solverSpeed),
      Bench: bench.signature(),
    };
  }),
);
for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
const files = ['engine.js', 'engine_bg.wasm', 'worker.js'];
const bytes = files.map((name) => readFileSync(new URL(`../../src/engine/${name}`, import.meta.url)));
for (const [name, pack] of Object.entries({ gzip: gzipSync, brotli: brotliCompressSync }))
  console.log(`${name}_bytes: ${bytes.map((file) => pack(file).length).reduce((a, b) => a + b)}`);
