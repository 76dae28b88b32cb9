import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { offline } from './src/offline/plugin.js';
import { chooseProblems } from './src/study/choice.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/// The problems of the repository's tests, chosen and packed when the page is built.
const problems = {
  name: 'problems',
  resolveId: (id) => (id === 'virtual:problems' ? '\0problems' : null),
  load(id) {
    if (id !== '\0problems') return null;
    const file = here('../tests/problems/captures.txt');
    this.addWatchFile(file);
    return `export default ${JSON.stringify(chooseProblems(readFileSync(file, 'utf8')))};`;
  },
};

/// Shudan's picture of wood alone has 190 KB; board and stones are drawn by src/style.css instead.
const noPictures = {
  name: 'no-pictures',
  enforce: 'pre',
  transform: (code, id) => (id.includes('goban.css') ? code.replace(/url\([^)]*\)/g, 'none') : null),
};

export default defineConfig(({ mode }) => ({
  base: './',
  publicDir: 'public',
  plugins: [problems, noPictures, mode === 'alone' && offline()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  resolve: {
    alias: {
      '#door': here(mode === 'alone' ? './src/door/worker.js' : './src/door/socket.js'),
      // Records are read as text by the browser itself; these guess encodings and read files.
      'iconv-lite': here('./src/game/nothing.js'),
      jschardet: here('./src/game/nothing.js'),
      fs: here('./src/game/nothing.js'),
    },
  },
  // `npm run dev` asks the engine of `tengen web`.
  server: {
    proxy: {
      '/analysis': {
        target: 'http://127.0.0.1:9009',
        ws: true,
        changeOrigin: true,
        headers: { origin: 'http://127.0.0.1:9009' },
      },
    },
  },
  worker: { format: 'es' },
  build: {
    outDir: 'page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        chunkFileNames: 'assets/[name].js',
        assetFileNames: 'assets/[name][extname]',
      },
    },
  },
}));
