import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = process.env.TENGEN ?? fileURLToPath(new URL('../../../target/release/tengen', import.meta.url));

/// Whether the page with the engine as WebAssembly is tested, in place of the one that `tengen web` serves.
export const ALONE = !!process.env.ALONE;

/// Serves the page; the answer is its address and how to stop it.
export function serve(port = 0) {
  return ALONE ? serveFiles() : serveProgram(port);
}

async function serveProgram(port) {
  // With one thread a move would wait for a review.
  const child = spawn(PROGRAM, ['web', '--port', `${port}`, '--threads', '2'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  // Whatever it prints goes on being read, so that it is never held up.
  const address = await new Promise((resolve, reject) => {
    const look = (line) => {
      const found = /http:\/\/[^\s/]+:(\d+)\/?/.exec(line);
      if (found) resolve({ url: found[0].replace(/\/?$/, '/'), port: +found[1] });
    };
    createInterface({ input: child.stdout }).on('line', look);
    createInterface({ input: child.stderr }).on('line', look);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { ...address, stop };
}

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/// Any host of files, with the strictest content policy under which the page works.
async function serveFiles() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = fileURLToPath(new URL(`../../alone${pathname.replace(/\/$/, '/index.html')}`, import.meta.url));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
    });
    createReadStream(file).pipe(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, port, stop };
}
