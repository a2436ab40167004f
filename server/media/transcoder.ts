/** Starts the transcoding child, enforces its limits and reads its result.
 * The work itself is transcode-worker.ts; scheduling is jobs.ts. */
import { join } from 'node:path'
import { ChildTimeout, runConfined } from '#server/platform/confined-child.ts'
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

export type Transcode = (options: TranscodeOptions) => Promise<Transcoded>

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

async function runChild(worker: string, job: object, running: Running): Promise<string> {
  const onLine = (line: unknown) => running.onLine(line as WorkerLine)
  try {
    return await runConfined(join(import.meta.dirname, worker), job, { ...running, onLine })
  } catch (error) {
    if (error instanceof ChildTimeout) throw new Refusal('took-too-long')
    throw error
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
