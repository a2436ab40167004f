/** Makes the files of one track for download from its original, and stores them. When this happens: jobs.ts. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { creditedOf } from '#server/catalog/music/byline.ts'
import type { PerformerRow } from '#server/catalog/music/performer-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { runConfined } from '#server/platform/confined-child.ts'
import type { DownloadDeps } from '#server/downloads/deps.ts'
import type { DownloadJob, DownloadLine, MadeFile, TrackTags } from './download-job.ts'
import type { StoredFile, TaggedTrack } from './queries.ts'
import type { Working } from '#server/platform/jobs/leased-work.ts'

/** As long as transcoding an upload may take. */
const TIMEOUT_SECONDS = 5_400
const WORKER = 'download-worker.ts'

/** The caller deletes the stored files if it cannot use them. */
export async function makeFiles(
  { files, publicUrl }: Pick<DownloadDeps, 'files' | 'publicUrl'>,
  trackId: string,
  track: TaggedTrack,
  working: Working,
): Promise<StoredFile[]> {
  await files.requireSpace()
  const folder = await mkdtemp(join(tmpdir(), 'peal-download-'))
  try {
    const coverPath = track.artwork_key === null ? null : join(folder, 'cover.jpg')
    if (coverPath !== null) await pipeline(files.read(track.artwork_key!), createWriteStream(coverPath))
    const tags = tagsOf(track, `${publicUrl}/track/${trackId}`)
    const made = await files.withLocalFile(track.original_key, (inputPath) =>
      runWorker({ inputPath, folder, coverPath, tags }, working),
    )
    const stored: StoredFile[] = []
    for (const { format, path, bytes, crc32 } of made) {
      const key = `downloads/${newId()}.${format}`
      await files.write(key, createReadStream(path))
      stored.push({ format, key, bytes, crc32 })
    }
    return stored
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runWorker(job: DownloadJob, { signal, onProgress }: Working): Promise<MadeFile[]> {
  let made: MadeFile[] | null = null
  const onLine = (line: unknown) => {
    const told = line as DownloadLine
    if (told.kind === 'progress') onProgress(told.done)
    else made = told.files
  }
  const ending = await runConfined(join(import.meta.dirname, WORKER), job, {
    timeoutSeconds: TIMEOUT_SECONDS,
    signal,
    onLine,
  })
  if (made === null) throw new Error(`making files for download ended with ${ending}`)
  return made
}

/** A track without credits of its own has those of its album. */
export function tagsOf(track: TaggedTrack, url: string): TrackTags {
  const { byline, performers } = creditedOf(track)
  const isArtist = ({ role }: PerformerRow) => role !== 'remixer' && role !== 'producer'
  return {
    title: track.title,
    artist: byline,
    albumArtist: creditedOf({ ...track, performers: track.album_performers }).byline,
    artists: performers.filter(isArtist).map(({ name }) => name),
    album: track.album_title,
    trackNumber: track.position,
    trackCount: Math.max(track.track_count, track.position),
    disc:
      track.disc_count > 1
        ? { number: track.disc, count: track.disc_count, title: track.disc_titles[track.disc - 1] || null }
        : null,
    releasedOn: track.released_on,
    genre: track.genre,
    isrc: track.isrc,
    upc: track.upc,
    lyrics: track.lyrics === null ? null : plainLyrics(track.lyrics),
    credits: [
      ...performers.filter((one) => !isArtist(one)),
      ...(track.credits.length > 0 ? track.credits : track.album_credits),
    ].map(({ name, role }) => ({ name, role })),
    url,
    comment: null,
  }
}

function plainLyrics(text: string): string | null {
  const { isTimed, lines } = parseLyrics(text)
  const plain = (isTimed ? lines.map((line) => line.text).join('\n') : text).trim()
  return plain === '' ? null : plain
}
