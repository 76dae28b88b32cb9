// Drives the engine with Sabaki's own GTP library: pipelined questions, sync by undo and by replay, analysis
// that is stopped the way Sabaki does it, moves with analysis, stop.
// Usage: node sabaki.js PROGRAM ARGUMENT…
const assert = require('node:assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [program, ...programArguments] = process.argv.slice(2)
const controller = new Controller(program, programArguments)
const tracker = new ControllerStateTracker(controller)
const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const send = async (name, ...args) => {
  const response = await controller.sendCommand({name, args})
  assert.ok(!response.error, `${name} ${args}: ${response.content}`)
  return response.content
}
const stones = async () => [(await send('list_stones', 'b')).trim(), (await send('list_stones', 'w')).trim()]

async function main() {
  controller.start()

  // As Sabaki does on attaching, without waiting for one answer before the next question.
  const [name, version, protocol, commands] =
    await Promise.all(['name', 'version', 'protocol_version', 'list_commands'].map(name => send(name)))
  assert.strictEqual(name, 'Tengen')
  assert.match(version, /^\d+\.\d+\.\d+$/)
  assert.strictEqual(protocol, '2')
  assert.ok(commands.split('\n').includes('kata-genmove_analyze'))
  assert.ok(!commands.split('\n').includes('genmove_analyze'))

  // Sync by replay, by undo and further moves, and by replay again.
  const start = [play('B', 'E5'), play('W', 'C3'), play('B', 'G7'), play('W', 'G3')]
  const state = {komi: 6.5, boardsize: [9, 9]}
  await tracker.sync({...state, history: start})
  assert.deepStrictEqual(await stones(), ['E5 G7', 'C3 G3'])
  let sent = []
  controller.on('command-sent', ({command}) => sent.push(command.name))
  await tracker.sync({...state, history: [...start.slice(0, 3), play('W', 'D6')]})
  assert.deepStrictEqual(sent.filter(name => name !== 'list_commands'), ['undo', 'play'])
  assert.deepStrictEqual(await stones(), ['E5 G7', 'C3 D6'])
  await tracker.sync({...state, history: [play('B', 'C3'), play('B', 'PASS'), play('W', 'D4')]})
  assert.deepStrictEqual(await stones(), ['C3', 'D4'])
  assert.strictEqual(await send('get_komi'), '6.5')
  const handicap = {name: 'set_free_handicap', args: ['C3', 'G7', 'E5']}
  await tracker.sync({...state, history: [handicap, play('W', 'D3')]})
  assert.deepStrictEqual(await stones(), ['C3 E5 G7', 'D3'])

  // An analysis that the next command ends.
  const lines = []
  const analysis = controller.sendCommand({name: 'kata-analyze', args: ['B', '10']}, ({line}) => lines.push(line))
  while (lines.filter(line => line.startsWith('info ')).length < 3) await new Promise(resolve => setTimeout(resolve, 20))
  assert.strictEqual(await send('protocol_version'), '2')
  await analysis

  // A move with analysis while Sabaki asks for something else: it must not be cut short.
  const reports = []
  const genmove = controller.sendCommand({name: 'kata-genmove_analyze', args: ['B', '10']}, ({line}) => reports.push(line))
  const busy = send('protocol_version')
  await genmove
  assert.strictEqual(await busy, '2')
  const move = reports.map(line => /^play (.*)$/.exec(line)).find(Boolean)[1]
  assert.strictEqual(await send('last_move'), `black ${move}`)
  await new Promise(resolve => setTimeout(resolve, 50))
  assert.strictEqual(tracker.state.history.length, 3)

  // Errors are answers.
  assert.ok((await controller.sendCommand({name: 'play', args: ['W', 'C3']})).error)

  await controller.stop()
  assert.strictEqual(controller.process, null)
  console.log('sabaki: all passed')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
