// The engine in a worker of Chromium: `npm test` after `npm run build`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withPage } from './browser.js';

const GAME = { rules: 'chinese', komi: 7.5, boardXSize: 9, boardYSize: 9 };

/// Milliseconds after which a search was not ended, which takes ten times as long. `npm run speed` tells how soon it is.
const PATIENCE = 2000;

/// All answers to a query that is asked alone.
const ask = (query) => withPage((page) => page.evaluate((query) => engine().ask(query), { ...GAME, id: 'q', ...query }));

/// The `tengen` of this machine; `TENGEN` names one that is built already.
function tengen(args, input) {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const [program, first] = process.env.TENGEN
    ? [process.env.TENGEN, []]
    : ['cargo', ['run', '--quiet', '--locked', '--release', '--']];
  return execFileSync(program, [...first, ...args], { cwd: root, input, encoding: 'utf8' });
}

test('the behavior is that of the native engine', async () => {
  const native = tengen(['bench', '--seconds', '0.01']).match(/^Bench: (\d+)$/m)[1];
  const here = await withPage((page) =>
    page.evaluate(async () => {
      const { default: load, signature } = await import('/engine.js');
      await load();
      return signature();
    }),
  );
  assert.equal(String(here), native);
});

test('a position is analyzed, with reports until its end', async () => {
  const answers = await ask({ moves: [['B', 'E5']], maxVisits: 3000, reportDuringSearchEvery: 0.1, includeOwnership: true });
  const last = answers.pop();
  assert.ok(answers.length >= 2 && answers.every((answer) => answer.isDuringSearch));
  const visits = answers.map((answer) => answer.rootInfo.visits);
  assert.deepEqual(visits, [...visits].sort((a, b) => a - b));
  assert.equal(last.rootInfo.visits, 3000);
  assert.equal(last.ownership.length, 81);
});

test('each action has the answer of the native engine', async () => {
  const moves = [['B', 'E5'], ['W', 'E6'], ['B', 'D6'], ['W', 'A1'], ['B', 'F6'], ['W', 'A2']];
  const queries = [
    { id: 'a', moves, maxVisits: 400, includePolicy: true },
    { id: 'm', action: 'genmove', level: 9, moves },
    { id: 'r', action: 'review', maxVisits: 60, moves },
    { id: 's', action: 'solve', target: 'E6', moves },
    { id: 'v', action: 'query_version' },
    { id: 'e', action: 'solve', target: 'J9', moves },
  ].map((query) => ({ ...GAME, ...query }));
  const here = await withPage((page) =>
    page.evaluate(async (queries) => {
      const one = engine();
      return (await Promise.all(queries.map((query) => one.ask(query)))).flat();
    }, queries),
  );
  const native = tengen(['analysis', '--threads', '1'], queries.map((query) => JSON.stringify(query)).join('\n'));
  const byId = (answers) => Object.fromEntries(answers.map(({ after, ...answer }) => [answer.id, answer]));
  assert.deepEqual(byId(here), byId(native.trim().split('\n').map((line) => JSON.parse(line))));
});

test('a question is heard while another is searched, and ends it', async () => {
  const endless = [
    { maxVisits: 1e9 },
    { action: 'genmove', maxVisits: 1e9 },
    { action: 'review', maxVisits: 20_000 },
    { action: 'solve', target: 'E5', maxOrder: 5, maxNodes: 10_000_000 },
  ].map((query) => ({ ...GAME, id: 'q', moves: [['B', 'E5'], ['W', 'G7'], ['B', 'C3']], ...query }));
  for (const query of endless) {
    const { heard, ended, answers } = await withPage((page) =>
      page.evaluate(async (query) => {
        const one = engine();
        await one.ask({ id: 'v', action: 'query_version' });
        const asked = one.ask(query);
        await new Promise((resolve) => setTimeout(resolve, 500));
        const start = performance.now();
        await one.ask({ id: 'v', action: 'query_version' });
        const heard = performance.now() - start;
        one.ask({ id: 't', action: 'terminate', terminateId: 'q' });
        const answers = await asked;
        return { heard, ended: performance.now() - start - heard, answers };
      }, query),
    );
    const what = `${query.action ?? 'analysis'}: heard after ${heard} ms, ended after ${ended} ms`;
    assert.ok(heard < PATIENCE && ended < PATIENCE, what);
    assert.equal(answers.length, 1, what);
  }
});
