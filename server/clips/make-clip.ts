/** Makes one clip: collects what it shows, and starts the child process that draws and encodes it. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countBuckets, lengthOf, type HorizonData, largestMsatOf, sharesAt } from '#contract/listening/horizon-bars.ts'
import { readSubject } from '#server/cards/subject.ts'
import { findClipSource } from '#server/catalog/audio/clip-source.ts'
import { audioFiles } from '#server/media/uploads.ts'
import { DRAWING_ADDRESS_GIB, runConfined } from '#server/platform/confined-child.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ClipDeps } from './deps.ts'
import { CLIP_BARS, type ClipFormat, type ClipJob, type ClipLine } from './drawing/clip-job.ts'
import type { ClipRow } from './queries.ts'
import type { Working } from '#server/platform/jobs/leased-work.ts'

const WORKER = join(import.meta.dirname, 'drawing/clip-worker.ts')
const TIMEOUT_SECONDS = 600

/** Returns the stored file. Throws 404 when the content is no longer public. */
export async function makeClip(
  deps: ClipDeps,
  clip: ClipRow,
  working: Working,
): Promise<{ key: string; bytes: number }> {
  const { database, clock, files } = deps
  const source = await findClipSource(database.read, clip.content_id, clock.now())
  if (source === undefined || source.live_key !== clip.audio_key) throw notFound()
  const subject = await readSubject(deps.ask, source.kind, clip.content_id)
  const fullCover = subject.coverKey?.replace(/-640\.webp$/, '.jpg') ?? null
  const coverKey = fullCover !== null && (await files.stat(fullCover)) !== null ? fullCover : null
  const audioKey = audioFiles(source.live_key).find((key) => key.endsWith('.m4a'))!
  await files.requireSpace()
  const folder = await mkdtemp(join(tmpdir(), 'peal-clip-'))
  try {
    const outputPath = join(folder, 'clip')
    const shown = {
      shape: clip.shape,
      startSeconds: clip.start_seconds,
      seconds: clip.seconds,
      outputPath,
      brand: deps.brandName,
      host: deps.publicUrl === '' ? '' : new URL(deps.publicUrl).host,
      title: subject.title,
      byline: subject.byline ?? '',
      colours: subject.colours,
      bars: barsOf(subject.horizon, clip),
    }
    const run = (audioPath: string, coverPath: string | null) => encode({ ...shown, audioPath, coverPath }, working)
    const format = await files.withLocalFile(audioKey, (audioPath) =>
      coverKey === null
        ? run(audioPath, null)
        : files.withLocalFile(coverKey, (coverPath) => run(audioPath, coverPath)),
    )
    const key = `clips/${clip.id}.${format}`
    await files.write(key, createReadStream(outputPath))
    return { key, bytes: (await stat(outputPath)).size }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The part of the horizon that a clip shows. */
export function barsOf(
  horizon: HorizonData | null,
  { start_seconds: start, seconds }: Pick<ClipRow, 'start_seconds' | 'seconds'>,
): ClipJob['bars'] {
  if (horizon === null) return Array.from({ length: CLIP_BARS }, () => ({ thousandths: [1_000], satsLength: 0 }))
  const last = countBuckets(horizon) - 1
  const largest = largestMsatOf(horizon.sums)
  const bars = Array.from({ length: CLIP_BARS }, (_, bar) => {
    const bucket = Math.min(last, Math.floor((start + (bar / CLIP_BARS) * seconds) / horizon.bucketSeconds))
    return { thousandths: sharesAt(horizon, bucket), satsLength: 0 }
  })
  for (const { bucket, msatAmount } of horizon.sums) {
    const bar = Math.floor(((bucket * horizon.bucketSeconds - start) / seconds) * CLIP_BARS)
    if (bar >= 0 && bar < CLIP_BARS)
      bars[bar]!.satsLength = Math.max(bars[bar]!.satsLength, lengthOf(msatAmount, largest))
  }
  return bars
}

async function encode(job: ClipJob, { signal, onProgress }: Working): Promise<ClipFormat> {
  let format: ClipFormat | undefined
  const onLine = (parsed: unknown) => {
    const line = parsed as ClipLine
    if (line.kind === 'progress') onProgress(line.done)
    else format = line.format
  }
  const ending = await runConfined(WORKER, job, {
    timeoutSeconds: TIMEOUT_SECONDS,
    addressGib: DRAWING_ADDRESS_GIB,
    signal,
    onLine,
  })
  if (format === undefined) throw new Error(`making a clip ended with ${ending}`)
  return format
}
