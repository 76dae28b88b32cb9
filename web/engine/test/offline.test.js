// A small page with the engine, built as the whole one is: it works without a network once it has been opened.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { offline } from '../../src/offline/plugin.js';
import { withPage } from './browser.js';

test('a page that has been open works without a network', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'tengen-page-'));
  try {
    await build({
      root: fileURLToPath(new URL('page/', import.meta.url)),
      base: './',
      configFile: false,
      logLevel: 'warn',
      worker: { format: 'es' },
      build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
      plugins: [offline()],
    });
    await withPage(async (page, server) => {
      const plays = () => page.waitForFunction(() => document.title.startsWith('plays '));
      await plays();
      await page.evaluate(() => navigator.serviceWorker.ready);
      server.close();
      server.closeAllConnections();
      await page.reload();
      await plays();
    }, outDir);
  } finally {
    rmSync(outDir, { recursive: true });
  }
});
