import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = process.env.TENGEN ?? fileURLToPath(new URL('../../../target/release/tengen', import.meta.url));

/// Starts `tengen web`; the answer is its address and how to stop it.
export async function serve(port = 0) {
  const child = spawn(PROGRAM, ['web', '--port', `${port}`], { stdio: ['ignore', 'pipe', 'pipe'] });
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
