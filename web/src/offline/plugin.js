import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync, copyFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/// For vite: makes the built page work without a network, once it has been opened. All its files are kept by a service worker
/// until there are others.
export function offline() {
  return {
    name: 'offline',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { type: 'module', src: './register.js' }, injectTo: 'head' }],
    },
    writeBundle({ dir }) {
      copyFileSync(here('register.js'), join(dir, 'register.js'));
      const names = readdirSync(dir, { recursive: true })
        .filter((name) => name !== 'offline.js' && statSync(join(dir, name)).isFile())
        .sort();
      const hash = createHash('sha256');
      for (const name of names) hash.update(name).update(readFileSync(join(dir, name)));
      const files = ['./', ...names.map((name) => `./${name.split(sep).join('/')}`)];
      const text = readFileSync(here('keeper.js'), 'utf8')
        .replace("'VERSION'", `'tengen-${hash.digest('hex').slice(0, 16)}'`)
        .replace('[/* FILES */]', JSON.stringify(files));
      writeFileSync(join(dir, 'offline.js'), text);
    },
  };
}
