/** What scripts/start.mjs prints while it installs and builds, with a double of npm, in a folder with nothing else. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test, type TestContext } from 'node:test'

/** Longer than the time after which a step without a terminal says that it is still running. */
const LONG_MS = 16_000
const SHORT_MS = 2_500

test('a step without a terminal says what it does immediately, then every 15 seconds how long it has taken', async (t) => {
  const { code, output } = await start(t, `setTimeout(() => undefined, ${LONG_MS})`)
  assert.equal(code, 0, output)
  assert.match(output, /^Installing packages: .+(\n {2}running for \d+ s)+\n {2}done in \d+\.\d s\nit runs\n/)
})

test('on a terminal the seconds of a step are counted in one line', async (t) => {
  if (process.platform !== 'linux') return t.skip('SKIP terminal: `script` has other options here')
  const { output } = await start(t, `setTimeout(() => undefined, ${SHORT_MS})`, (command) => [
    'script',
    ['-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'],
  ])
  assert.match(output, /^Installing packages: .+\r\n(\r {2}\d+ s){2,}\r {2}done in \d+\.\d s\r\nit runs/)
})

test('what npm has printed is shown when it fails', async (t) => {
  const { code, output } = await start(t, `console.log('one'); console.error('no space'); process.exitCode = 7`)
  assert.equal(code, 1)
  assert.match(output, /one\nno space\n\nThe packages could not be installed\./)
})

type Command = [program: string, args: string[]]

async function start(t: TestContext, npm: string, wrap?: (command: string[]) => Command) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-first-start-'))
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const program = write('scripts/start.mjs', fs.readFileSync('scripts/start.mjs', 'utf8'))
  write('package-lock.json', '{ "packages": { "node_modules/absent": { "version": "1.0.0" } } }')
  write('package.json', '{ "type": "module" }')
  write('scripts/build.ts', 'export const isBuilt = () => true')
  write('server/main.ts', "console.log('it runs')")
  const env = { ...process.env, npm_execpath: write('npm/npm-cli.js', npm) }
  const command = [process.execPath, program, 'start']
  const [file, args] = wrap?.(command) ?? [command[0]!, command.slice(1)]
  const child = spawn(file, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}
