/** Starts the transcoding child, enforces its limits and reads its result.
 * The work itself is transcode-worker.ts; scheduling is jobs.ts. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isRefusalCode, Refusal } from './refusals.ts'
import type { AudioTags } from './audio-tags.ts'
import type { TagsJob, TranscodeJob, Transcoded, WorkerLine } from './transcode-job.ts'

export type TranscodeOptions = TranscodeJob & {
  timeoutSeconds: number
  signal?: AbortSignal
  onProgress?: (done: number) => void
  /** Called before the transcoding starts. */
  onTags?: (found: FoundTags) => void
}

export type FoundTags = { tags: AudioTags; hasPicture: boolean }

type Running = { timeoutSeconds: number; signal?: AbortSignal | undefined; onLine: (line: WorkerLine) => void }

const WORKER = 'transcode-worker.ts'
const TAGS_WORKER = 'tags-worker.ts'
const TAGS_TIMEOUT_SECONDS = 15
/** 12 hours of AAC take 1.4 GB. */
const MAX_OUTPUT_BYTES = 2 ** 31
const MAX_ADDRESS_BYTES = 6 * 2 ** 30
const MAX_HEAP_MIB = 384
const MAX_STDERR_CHARACTERS = 4_000

/** Rejects with a Refusal when the file is invalid, with another error when we failed. */
export async function transcodeAudio(options: TranscodeOptions): Promise<Transcoded> {
  const { timeoutSeconds, signal, onProgress, onTags, ...job } = options
  let last: WorkerLine | undefined
  const onLine = (line: WorkerLine) => {
    if (line.kind === 'progress') onProgress?.(line.done)
    else if (line.kind === 'tags') onTags?.(line)
    else last = line
  }
  const ending = await runChild(WORKER, job, { timeoutSeconds, signal, onLine })
  return read(last, ending)
}

/** Null when the tags could not be read: a failing child is no reason to refuse a file. */
export async function readFileTags(job: TagsJob): Promise<FoundTags | null> {
  let found: FoundTags | null = null
  const onLine = (line: WorkerLine) => {
    if (line.kind === 'tags') found = line
  }
  await runChild(TAGS_WORKER, job, { timeoutSeconds: TAGS_TIMEOUT_SECONDS, onLine }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
  return found
}

/** Starts a child process with its limits; resolves with a description of how it ended. */
async function runChild(worker: string, job: object, { timeoutSeconds, signal, onLine }: Running): Promise<string> {
  const [program = process.execPath, ...rest] = [
    ...(await findConfinement()),
    process.execPath,
    `--max-old-space-size=${MAX_HEAP_MIB}`,
    join(import.meta.dirname, worker),
    JSON.stringify(job),
  ]
  // The only environment variable: the child needs none of our secrets.
  const env = { NODE_COMPILE_CACHE: await compiledFolder() }
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const kill = () => killGroup(child.pid)
  const timeout = AbortSignal.timeout(timeoutSeconds * 1_000)
  const stop = AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal])
  stop.addEventListener('abort', kill, { once: true })
  if (stop.aborted) kill()
  yieldToListeners(child.pid)
  let trouble = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (data: string) => (trouble = (trouble + data).slice(-MAX_STDERR_CHARACTERS)))
  createInterface(child.stdout).on('line', (line) => onLine(JSON.parse(line) as WorkerLine))
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    if (signal?.aborted === true) throw new Error('stopped')
    if (timeout.aborted) throw new Refusal('took-too-long')
    return `${code ?? killedBy}: ${trouble}`
  } finally {
    stop.removeEventListener('abort', kill)
    kill()
  }
}

function read(line: WorkerLine | undefined, trouble: string): Transcoded {
  if (line?.kind === 'refused') {
    if (isRefusalCode(line.code)) throw new Refusal(line.code)
  } else if (line?.kind === 'done') {
    return { ...line.result, peaks: Buffer.from(line.result.peaks, 'base64') }
  }
  throw new Error(`transcoding ended with ${trouble}`)
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

const LIMITS = ['prlimit', '--core=0', `--as=${MAX_ADDRESS_BYTES}`, `--fsize=${MAX_OUTPUT_BYTES}`, '--nofile=64']
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
