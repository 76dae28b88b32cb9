import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { RULES, Record } from '../../src/game/record.js';
import { PASS, illegal, moved } from '../../src/game/position.js';
import { question } from '../../src/game/question.js';
import { Bookmark } from '../../src/game/bookmark.js';
import { readFile } from '../../src/page/file.js';
import { Cursor } from '../../src/game/cursor.js';
import { fakeStorage } from './fakes.js';

const GAME = '(;GM[1]FF[4]SZ[9]KM[6.5]PB[A]C[a \\] b];B[ee]C[first](;W[cc];B[gg])(;W[gc]LB[aa:1]))';

const at = (record, ...vertices) => vertices.reduce((node, vertex) => record.play(node, vertex), record.root);

test('a record is written as it was read', () => {
  const once = `${Record.parse(GAME)}`;
  assert.equal(`${Record.parse(once)}`, once);
  for (const kept of ['KM[6.5]', 'C[a \\] b]', 'LB[aa:1]', 'C[first]']) assert.ok(once.includes(kept), kept);
});

test('variations are written in brackets of their own, and what is a bracket is escaped', () => {
  const text =
    '(;SZ[9]CA[UTF-8]C[a \\] \\\\ b]AB[aa][bb](;W[cc](;B[dd])(;B[ee]))(;W[ff];B[gg]))(;SZ[9]CA[UTF-8];B[hh])';
  assert.equal(`${Record.parse(text)}`.replaceAll('\n', ''), text);
});

test('further games of a file are kept', () => {
  assert.ok(`${Record.parse('(;SZ[9];B[ee])(;SZ[9]C[second])')}`.includes('C[second]'));
});

test('what is no game for the engine is refused by name', () => {
  const name = (text) => {
    try {
      Record.parse(text);
    } catch (error) {
      return error.name;
    }
  };
  assert.equal(name('no record'), 'noRecord');
  assert.equal(name('(;B[ee'), 'noRecord');
  assert.equal(name(''), 'noRecord');
  assert.equal(name('(;GM[2]SZ[9])'), 'notGo');
  assert.equal(name('(;SZ[19])'), 'tooLarge');
  assert.equal(name('(;SZ[9:7])'), 'tooLarge');
  assert.equal(name('(;GM[1])'), 'tooLarge');
  for (const part of [';B[jj]', ';B[E5]', ';W[e]', ';B[ee](;W[cc])(;W[ja])', 'AB[aa:jj]', 'AW[tt]', 'AE[]']) {
    assert.equal(name(`(;SZ[9]${part})`), 'offBoard', part);
  }
  assert.equal(name('(;SZ[9];B[ii])(;SZ[19];B[pd])'), undefined, 'the first game is the one that is shown');
});

test('a record that was cut off is read as far as it goes', () => {
  const moves = (text) => {
    const record = Record.parse(text);
    assert.ok(!`${record}`.includes('[]'), 'and it is written without a pass that nobody played');
    return record.position(record.line(record.root).at(-1)).moves.join(' ');
  };
  assert.equal(moves('(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[gc];B[cg];W'), 'B,E5 W,G7 B,C3');
  assert.equal(moves('(;SZ[9];B;W[ee])'), 'W,E5');
  assert.equal(moves('(;SZ[9]AB;B[ee](;W[cc];B)'), 'B,E5 W,C7');
});

test('blanks around points and colors are nothing', () => {
  const record = Record.parse('(;SZ[9]AB[cc ][ gg]PL[ W];AE[\ngg];W[ee ];B[ dd];W[ tt];B[ ])');
  const { board, moves } = record.position(record.line(record.root).at(-1));
  assert.equal(board.signMap.flat().filter(Boolean).length, 3);
  assert.equal(moves.join(' '), 'W,E5 B,D6 W,pass B,pass');
  assert.equal(record.position(record.root).turn, -1);
});

test('a record may have thousands of moves', () => {
  const MOVES = 10_000;
  const record = Record.parse(`(;SZ[9]${';B[]'.repeat(MOVES)})`);
  assert.equal(record.line(record.root).length, MOVES + 1);
  assert.equal(`${record}`.match(/;B\[\]/g).length, MOVES, 'and is written again');
  const first = record.root.children[0];
  assert.equal(record.remove(first), record.root);
  assert.equal(record.get(first.children[0].id), undefined);
});

test('so may a variation', () => {
  const MOVES = 12_000;
  const record = Record.parse(`(;SZ[2](;B[aa])(;C[long]${';C[]'.repeat(MOVES)};B[bb]))`);
  const end = record.line(record.root.children[1]).at(-1);
  assert.deepEqual(record.position(end).moves, [['B', 'B1']]);
});

test('a position of a long record is as large as one of a short one', () => {
  const record = Record.parse(`(;SZ[9]${';B[];W[]'.repeat(1000)})`);
  const line = record.line(record.root);
  const listed = Object.values(record.position(line.at(-1))).filter(Array.isArray);
  assert.deepEqual(listed, [PASS], 'the last move');
  assert.deepEqual([...record.turns(line).keys()].slice(-2), [1999, 2000]);
  assert.deepEqual(record.position(line.at(-1)).moves.slice(-2), [
    ['B', 'pass'],
    ['W', 'pass'],
  ]);
});

test('brackets of a mail before the record are passed over', () => {
  for (const before of ['Hi (see below):\n', 'Game (1): ', 'SGF(4) ((']) {
    const record = Record.parse(`${before}( ;SZ[9];B[ee];W[gc])`);
    assert.equal(record.line(record.root).length, 3, before);
  }
});

test('a game takes in what another record of it has more, and no other game', () => {
  const text = (moves) => `(;SZ[9]GN[one]${moves})`;
  const record = Record.parse(text(';B[ee];W[cc]'));
  const tried = record.play(record.root.children[0], [6, 6]);
  const end = record.join(Record.parse(text('RE[B+R];B[ee];W[cc];B[];W[gc]')));
  assert.deepEqual(record.path(end).map(({ data }) => data.B ?? data.W ?? data.RE), [['B+R'], ['ee'], ['cc'], [''], ['gc']]);
  assert.deepEqual(record.root.children[0].children.indexOf(tried), 1, 'what was tried is still there');
  assert.equal(record.join(Record.parse(text(';B[ee];W[cc]'))), record.line(record.root)[2], 'after two moves were taken back');
  assert.equal(record.root.data.RE, undefined);
  assert.equal(record.join(Record.parse('(;SZ[9]GN[two];B[ee])')), null);
});

test('size and komi are read as other programs write them', () => {
  const komi = (text) => Record.parse(`(;SZ[9:9]${text};B[ee])`).komi;
  assert.deepEqual(['KM[6.5]', '', 'KM[3.75]', 'KM[375]', 'KM[650]', 'KM[-0.5]', 'KM[x]', 'KM[100]'].map(komi), [
    6.5, 7.5, 7.5, 7.5, 6.5, -0.5, 7.5, 100,
  ]);
  assert.deepEqual(['KM[6,5]', 'KM[ 0,5 ]', 'KM[3,75]', 'KM[]', 'KM'].map(komi), [6.5, 0.5, 7.5, 7.5, 7.5]);
  assert.equal(komi('AP[Tengen:0.2.0]KM[3.25]'), 3.5);
  const handicap = ['HA[2]AB[cc][gg]', 'HA[2]KM[5.5]AB[cc][gg]', 'HA[0]', 'HA[1]', 'HA[x]', 'HA[]'];
  assert.deepEqual(handicap.map(komi), [0.5, 5.5, 7.5, 7.5, 7.5, 7.5], 'as a review by the program');
  assert.equal(Record.parse('(;SZ[9:9];B[ee])').size, 9);
});

test('a komi that the engine does not take is as good as none', () => {
  const source = readFileSync(new URL('../../../src/game/komi.rs', import.meta.url), 'utf8');
  const most = +/MOST_KOMI: f32 = ([\d.]+);/.exec(source)[1];
  const asked = (text) => {
    const record = Record.parse(`(;SZ[9]${text};B[ee])`);
    return question(record, record.root).komi;
  };
  const written = [most, -most, most + 0.5, -most - 0.5].map((komi) => `AP[Tengen:0.2.0]KM[${komi}]`);
  assert.deepEqual(written.map(asked), [most, -most, 7.5, 7.5]);
  assert.deepEqual(['KM[-650]', 'KM[900]', 'KM[1e99]', 'KM[Infinity]'].map(asked), [7.5, 7.5, 7.5, 7.5]);
});

test('a bracket that nobody escaped loses no move', () => {
  const record = Record.parse('(;SZ[9]C[Lee [3k]: hi (again); bye];B[ee]C[\\[2d\\]: ok];W[cc])');
  assert.equal(record.root.data.C[0], 'Lee [3k]: hi (again); bye');
  assert.equal(record.line(record.root).length, 3);
  assert.ok(`${record}`.includes('C[Lee [3k\\]: hi'));
});

test('a record in another encoding is written as UTF-8', async () => {
  const read = (...bytes) => readFile(new Blob([Uint8Array.from(bytes.flatMap((part) => (part.length ? [...Buffer.from(part)] : [part])))]));
  for (const name of ['CA[ISO-8859-1]', '']) {
    const text = await read(`(;SZ[9]${name}PB[M`, 0xfc, 'ller];B[ee])');
    assert.ok(text.includes('PB[Müller]'), text);
    assert.ok(`${Record.parse(text)}`.includes('CA[UTF-8]'));
  }
  // Saved by this page of other days: the name is wrong.
  assert.ok((await read('(;SZ[9]CA[ISO-8859-1]PB[Müller];B[ee])')).includes('PB[Müller]'));
  assert.ok((await read('(;SZ[9]CA[Big5]PB[', 0xb3, 0x5c, '];B[ee])')).includes('PB[許];B[ee]'));
  // Letters of ASCII, a bracket and a backslash among them.
  const hidden = await read('(;SZ[9]CA[ISO-2022-JP]PB[\x1b$B%]%\\\x1b(B];B[ee])');
  assert.ok(hidden.includes('PB[ポボ];B[ee]'), hidden);
});

test('a file that cannot be read is no record', async () => {
  const folder = { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
  assert.equal(await readFile(folder), '');
});

test('where it is not the turn of the other side, the engine is asked of the stones on the board', () => {
  const record = Record.parse('(;SZ[9]HA[2];B[cc];B[gg];W[ee])');
  const [first] = record.root.children;
  const asked = question(record, first);
  assert.deepEqual([asked.initialPlayer, asked.initialStones, asked.moves], ['B', [['B', 'C7']], []]);
  assert.equal(question(record, first.children[0]).moves.length, 2);
  assert.equal(question(record, first, { action: 'review' }).moves.length, 1);
});

test('a move that is there is not added again, another one is a variation', () => {
  const record = Record.parse(GAME);
  const first = record.root.children[0];
  assert.equal(record.play(first, [2, 2]), first.children[0]);
  record.play(first, [0, 0]);
  assert.equal(first.children.length, 3);
});

test('handicap stones are set up and White begins', () => {
  const record = Record.blank({ handicap: 3, komi: 0.5 });
  const { board, turn } = record.position(record.root);
  assert.equal(board.signMap.flat().filter((sign) => sign === 1).length, 3);
  assert.equal(turn, -1);
  const asked = question(record, at(record, [4, 4]));
  assert.equal(asked.initialPlayer, 'W');
  assert.equal(asked.initialStones.length, 3);
  assert.deepEqual(asked.moves, [['W', 'E5']]);
});

test('the rules are those of the engine', () => {
  const source = (file) => readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8');
  const named = (text) => [...text.matchAll(/"([a-z]+)"/g)].map(([, name]) => name);
  const between = (text, from, to) => text.slice(text.indexOf(from)).split(to)[0];
  assert.deepEqual(Object.keys(RULES).sort(), named(between(source('game.rs'), 'match plain_name(name)', '_ =>')).sort());
  const bonuses = between(source('game/bonus.rs'), 'match plain_name(name)', '_ =>');
  for (const [points, bonus] of [
    [3, 'Each,'],
    [2, 'EachButOne,'],
  ]) {
    const line = bonuses.split('\n').find((line) => line.endsWith(`HandicapBonus::${bonus}`));
    assert.deepEqual(Object.keys(RULES).filter((name) => RULES[name](3) === points).sort(), named(line).sort());
  }
});

test('rules are known by their name, or by what is in it', () => {
  for (const [written, rules] of [
    ['GOE', 'goe'],
    ['New Zealand', 'newzealand'],
    ['Japanese scoring', 'japanese'],
    ['Beijing', 'chinese'],
    ['constructor', 'chinese'],
    ['', 'chinese'],
  ]) {
    assert.equal(Record.parse(`(;SZ[9]RU[${written}])`).rules, rules, written);
  }
});

test('White gets for handicap stones what the rules say', () => {
  const komi = (text) => {
    const record = Record.parse(`(;SZ[9]KM[0.5]${text}AB[cc][gg][gc];W[ee])`);
    return question(record, record.root).komi;
  };
  for (const [rules, points] of [
    ['HA[3]RU[Chinese]', 3.5],
    ['HA[3]RU[AGA]', 2.5],
    ['HA[3]RU[Japanese]', 0.5],
    ['HA[3]RU[NZ]', 0.5],
    ['HA[3]RU[New Zealand]', 0.5],
    ['HA[3]RU[GOE]', 0.5],
    ['HA[3]RU[AGA rules]', 2.5],
    ['HA[3]', 3.5],
    ['RU[Chinese]', 3.5],
    ['HA[9]', 3.5],
    ['AW[aa]', 0.5],
  ]) {
    assert.equal(komi(rules), points, rules);
  }
});

test('a handicap is what Black has ahead, set up or played, as for the program', () => {
  for (const [text, stones] of [
    [';B[cc];W[gc]', 0],
    [';B[cc];B[gg];W[gc];B[cg]', 2],
    ['HA[2];B[cc];B[gg];W[gc]', 2],
    ['HA[2];B[cc];W[gg];B[gc]', 0],
    ['HA[2];B[cc];W[];B[gg];W[gc]', 0],
    ['HA[2]', 0],
    [';B[cc];B[];B[gg]', 0],
    [';B[cc];B[gg];W[gc];W[aa]', 0],
    [';B[cc];B[gg];W[gc];B[];B[cg]', 2],
    ['AB[ee];W[gc]', 0],
    ['AB[cc][gg];W[gc]', 2],
    ['AB[cc][gg];B[cg];W[gc]', 3],
    ['AB[cc][gg]AW[gc];B[cg]', 0],
    ['HA[2];AB[cc][gg];W[gc]', 2],
  ]) {
    const record = Record.parse(`(;SZ[9]${text})`);
    assert.deepEqual([record.handicap, record.komi], [stones, stones ? 0.5 : 7.5], text);
  }
});

test('White begins after the stones of a handicap, which a later node may set up or the first moves play', () => {
  for (const [text, turn] of [
    ['HA[2]AB[cc][gg]', -1],
    ['HA[2];AB[cc][gg]', -1],
    ['HA[2]AB[cc][gg]PL[B]', 1],
    ['HA[2]', 1],
    ['HA[2]AB[cc][gg]AW[gc]', 1],
    ['HA[0]AB[cc][gg]', 1],
    ['AB[cc][gg]', 1],
  ]) {
    const record = Record.parse(`(;SZ[9]${text})`);
    assert.equal(record.position(record.line(record.root).at(-1)).turn, turn, text);
  }
});

test('stones that are set up later begin the engine’s game anew', () => {
  const record = Record.parse('(;SZ[9];B[ee];AW[aa];W[cc])');
  const asked = question(record, record.line(record.root).at(-1));
  assert.deepEqual(asked.initialStones, [
    ['W', 'A9'],
    ['B', 'E5'],
  ]);
  assert.deepEqual(asked.moves, [['W', 'C7']]);
  assert.equal(asked.initialPlayer, 'W');
});

test('a setup that changes nothing ends no game, as for the program', () => {
  const record = Record.parse('(;SZ[9];B[ee];AE[aa]AB[ee];W[cc])');
  assert.deepEqual(question(record, record.line(record.root).at(-1)).moves, [
    ['B', 'E5'],
    ['W', 'C7'],
  ]);
});

test('a pass is written in one way and read in both', () => {
  const record = Record.parse('(;SZ[9];B[tt];W[])');
  const last = record.line(record.root).at(-1);
  assert.equal(record.position(last).passes, 2);
  assert.deepEqual(question(record, last).moves, [
    ['B', 'pass'],
    ['W', 'pass'],
  ]);
  assert.equal(record.play(record.root, PASS), record.root.children[0]);
});

test('occupied points, suicide and ko are illegal', () => {
  const record = Record.parse('(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W])');
  const start = record.position(record.root);
  assert.equal(illegal(start, [1, 0]), 'occupied');
  assert.equal(illegal(start, [0, 0]), 'suicide');
  const taken = record.play(record.root, [1, 1]);
  assert.equal(record.position(taken).board.get([2, 1]), 0, 'White takes the ko');
  assert.equal(illegal(record.position(taken), [2, 1]), 'ko');
  const away = record.play(record.play(taken, [4, 4]), [0, 4]);
  assert.equal(illegal(record.position(away), [2, 1]), null, 'it may be retaken after a threat');
});

test('no position comes back, not even after passes', () => {
  const record = Record.parse('(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W])');
  let position = record.position(record.play(record.root, [1, 1]));
  position = moved(moved(position, PASS), PASS);
  assert.equal(illegal(position, [2, 1]), 'ko');
});

test('a ko is over when stones are set up: the game begins anew', () => {
  const ko = (setup) => {
    const record = Record.parse(`(;SZ[5]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W];W[bb];${setup}PL[B])`);
    return illegal(record.position(record.line(record.root).at(-1)), [2, 1]);
  };
  assert.deepEqual(['AB[ee]', 'AE[ee]'].map(ko), [null, 'ko'], 'unless that changes nothing');
});

test('a cursor goes along a variation and to the next one', () => {
  const cursor = new Cursor();
  cursor.open(Record.parse(GAME));
  cursor.step(Infinity);
  assert.equal(cursor.position.number, 3);
  assert.equal(cursor.fork.at, 0);
  cursor.turn(1);
  assert.deepEqual(cursor.node.data.W, ['gc']);
  assert.deepEqual([cursor.fork.at, cursor.fork.nodes.length], [1, 2]);
  cursor.step(-1);
  assert.equal(cursor.position.number, 1);
  cursor.step(-9);
  assert.equal(cursor.node, cursor.record.root);
  assert.equal(cursor.fork, null);
  cursor.remove();
  assert.equal(cursor.node, cursor.record.root, 'the beginning stays');
  assert.equal(cursor.play([4, 4]), null);
  assert.equal(cursor.play([4, 4]), 'occupied');
});

test('a record is there again after a reload, at the same place', () => {
  const storage = fakeStorage();
  const cursor = new Cursor();
  new Bookmark(cursor, storage);
  cursor.open(Record.parse(GAME));
  cursor.step(2);
  cursor.turn(1);
  const again = new Cursor();
  new Bookmark(again, storage);
  assert.equal(`${again.record}`, `${cursor.record}`);
  assert.deepEqual(again.position.moves, [
    ['B', 'E5'],
    ['W', 'G7'],
  ]);
  storage.setItem('tengen.record', 'nonsense');
  new Bookmark(new Cursor(), storage);
});

test('the record that another one took the place of can be gone back to', () => {
  const storage = fakeStorage();
  const cursor = new Cursor();
  const bookmark = new Bookmark(cursor, storage);
  cursor.open(Record.parse(GAME));
  cursor.step(2);
  assert.ok(!bookmark.hasLast, 'an empty board is nothing to go back to');
  const told = [];
  bookmark.watch(() => told.push(bookmark.hasLast));
  cursor.open(Record.blank());
  cursor.play([0, 0]);
  const back = () => {
    const { record, node } = new Bookmark(new Cursor(), storage).takeLast();
    cursor.open(record, node);
  };
  back();
  assert.equal(cursor.position.moves.join(' '), 'B,E5 W,C7');
  back();
  assert.equal(cursor.position.moves.join(' '), 'B,A9', 'and so can the other one');
  assert.deepEqual(told, [true, true, true]);
  assert.ok(bookmark.hasLast);
  bookmark.takeLast();
  assert.ok(!bookmark.hasLast);
});
