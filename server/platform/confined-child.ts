/** Child processes for work that would block the server or is untrusted: with limits on memory, time and file size,
 * without network access, and without our environment. They communicate in lines of JSON. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type ChildOptions = {
  timeoutSeconds: number
  signal?: AbortSignal | undefined
  /** How much it may reserve, used or not. */
  addressGib?: number
  onLine: (line: unknown) => void
}

/** The child did not end within its time. */
export class ChildTimeout extends Error {}

const MAX_OUTPUT_BYTES = 2 ** 31
const MAX_ADDRESS_GIB = 6
/** For children that draw: WebAssembly and its compilers reserve much more than they use. */
export const DRAWING_ADDRESS_GIB = 24
const MAX_HEAP_MIB = 384
const MAX_STDERR_CHARACTERS = 4_000

/** Starts the program with `job` as JSON on its standard input; resolves with a description of how it ended. */
export async function runConfined(
  program: string,
  job: object,
  { timeoutSeconds, signal, addressGib = MAX_ADDRESS_GIB, onLine }: ChildOptions,
): Promise<string> {
  const [command = process.execPath, ...rest] = [
    ...(await findConfinement()).map((part) => (part === ADDRESS_LIMIT ? addressLimit(addressGib) : part)),
    process.execPath,
    `--max-old-space-size=${MAX_HEAP_MIB}`,
    // Otherwise each WebAssembly module reserves three times as much.
    '--disable-wasm-trap-handler',
    program,
  ]
  // The only environment variable: the child needs none of our secrets.
  const env = { NODE_COMPILE_CACHE: await compiledFolder() }
  const child = spawn(command, rest, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const kill = () => killGroup(child.pid)
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000)
  const stop = AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal])
  stop.addEventListener('abort', kill, { once: true })
  if (stop.aborted) kill()
  yieldToListeners(child.pid)
  let trouble = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (data: string) => (trouble = (trouble + data).slice(-MAX_STDERR_CHARACTERS)))
  createInterface(child.stdout).on('line', (line) => onLine(JSON.parse(line)))
  // A child that has ended before it has read its job is reported below.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(job))
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (signal?.aborted === true) throw new Error('stopped')
    if (timeout.aborted) throw new ChildTimeout(`${program} took longer than ${timeoutSeconds} s`)
    return `${code ?? killedBy}: ${trouble}`
  } finally {
    stop.removeEventListener('abort', kill)
    kill()
  }
}

/** Also kills the child's own children. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

function yieldToListeners(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has already ended, or the system does not allow it.
  }
}

const addressLimit = (gib: number): string => `--as=${gib * 2 ** 30}`
const ADDRESS_LIMIT = addressLimit(MAX_ADDRESS_GIB)
const LIMITS = ['prlimit', '--core=0', ADDRESS_LIMIT, `--fsize=${MAX_OUTPUT_BYTES}`, '--nofile=64']
const NO_NETWORK = ['unshare', '--user', '--map-current-user', '--net']

let compiled: Promise<string> | undefined

/** The compile cache of the children, which halves the time for a short file. It is private to this process, so that no
 * other program can write to it. */
function compiledFolder(): Promise<string> {
  compiled ??= mkdtemp(join(tmpdir(), 'peal-compiled-'))
  return compiled
}

/** Called when no further child will be started. */
export async function deleteCompiled(): Promise<void> {
  const folder = compiled
  compiled = undefined
  if (folder !== undefined) await rm(await folder, { recursive: true, force: true })
}

let confinement: Promise<string[]> | undefined

/** The strictest confinement that works on this system: limits of memory and file size, no network. */
function findConfinement(): Promise<string[]> {
  confinement ??= (async () => {
    if (process.platform !== 'linux') return []
    for (const prefix of [[...LIMITS, ...NO_NETWORK], LIMITS, NO_NETWORK]) {
      const [program = process.execPath, ...rest] = [...prefix, process.execPath, '-e', '0']
      const trial = spawn(program, rest, { env: {}, stdio: 'ignore', timeout: 10_000 })
      const works = await once(trial, 'close').then(
        ([code]) => code === 0,
        () => false,
      )
      if (works) return prefix
    }
    return []
  })()
  return confinement
}
