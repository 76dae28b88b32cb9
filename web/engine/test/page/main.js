// Asks for a move as soon as it can, and shows it as its title.
const worker = new Worker(new URL('../../../src/engine/worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => (document.title = `plays ${JSON.parse(data).move}`);
const query = { id: 'm', action: 'genmove', level: 6, moves: [], rules: 'chinese', komi: 7.5, boardXSize: 9, boardYSize: 9 };
worker.postMessage(JSON.stringify(query));
