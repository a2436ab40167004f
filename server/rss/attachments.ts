/** What items of feeds link to: audio, lyrics, transcripts and chapters. */
import { parseLyrics } from '#contract/catalog/lyrics.ts'
import { type StreamQuality, streamExtensions, streamUrl } from '#contract/catalog/streams.ts'
import { type Caption, writeSubRip, writeTranscriptJson, writeWebVtt } from '#protocols/rss/captions.ts'
import { findClipSource } from '#server/catalog/audio/clip-source.ts'
import { selectChapters } from '#server/catalog/audio/moment-queries.ts'
import { selectCues } from '#server/catalog/podcasts/transcript-queries.ts'
import { notFound } from '#server/platform/errors.ts'
import { absolute, goneOrMissing, type Rss } from './deps.ts'
import { findLyrics } from './music-queries.ts'

/** The address of the file that plays now. Anybody, if the track or episode is public. */
export async function findAudioUrl(rss: Rss, contentId: string, extension: string): Promise<string> {
  const qualities = Object.keys(streamExtensions) as StreamQuality[]
  const quality = qualities.find((one) => streamExtensions[one] === extension)
  if (quality === undefined) throw notFound()
  const source = await findClipSource(rss.database.read, contentId, rss.clock.now())
  if (source === undefined) throw await goneOrMissing(rss, contentId)
  return streamUrl(absolute(rss, rss.files.publicUrl(source.live_key)), quality)
}

export type Attachment = { type: string; text: string }

/** A line without a next one is shown this long. */
const LAST_LINE_SECONDS = 10

/** Anybody, if the track is public. */
export async function readLyrics(rss: Rss, trackId: string, extension: string): Promise<Attachment> {
  const row = await findLyrics(rss.database.read, trackId, rss.clock.now())
  if (row === undefined) throw await goneOrMissing(rss, trackId)
  const { lines, isTimed } = parseLyrics(row.lyrics ?? '')
  const text = lines.map((line) => line.text).join('\n')
  if (extension === 'txt' && text.trim() !== '') return { type: 'text/plain', text: `${text}\n` }
  if (!isTimed) throw notFound()
  const captions = captionsOf(lines, row.duration_ms === null ? null : row.duration_ms / 1_000)
  if (extension === 'srt') return { type: 'application/x-subrip', text: writeSubRip(captions) }
  if (extension === 'vtt') return { type: 'text/vtt', text: writeWebVtt(captions) }
  throw notFound()
}

/** The first is the one that most apps read. */
export const transcriptTypes = { vtt: 'text/vtt', srt: 'application/x-subrip', json: 'application/json' } as const
const transcriptWriters = { vtt: writeWebVtt, srt: writeSubRip, json: writeTranscriptJson }

/** Anybody, if the episode is public. */
export async function readTranscriptFile(rss: Rss, episodeId: string, extension: string): Promise<Attachment> {
  const { database, clock } = rss
  const source = await findClipSource(database.read, episodeId, clock.now())
  if (source?.kind !== 'episode') throw await goneOrMissing(rss, episodeId)
  const cues = await selectCues(database.read, episodeId)
  if (cues.length === 0 || !isTranscriptType(extension)) throw notFound()
  const captions = cues.map(({ startMs, endMs, ...cue }) => {
    return { startSeconds: startMs / 1_000, endSeconds: endMs / 1_000, ...cue }
  })
  return { type: transcriptTypes[extension], text: transcriptWriters[extension](captions) }
}

const isTranscriptType = (extension: string): extension is keyof typeof transcriptTypes =>
  Object.hasOwn(transcriptTypes, extension)

/** Lines that are sung, each until the next one starts. A line of no words ends the one before. */
export function captionsOf(
  lines: readonly { timeSeconds: number | null; text: string }[],
  durationSeconds: number | null,
): Caption[] {
  const timed = lines.flatMap(({ timeSeconds, text }) =>
    timeSeconds === null ? [] : { startSeconds: timeSeconds, text },
  )
  return timed.flatMap(({ startSeconds, text }) => {
    if (text.trim() === '') return []
    const next = timed.find((other) => other.startSeconds > startSeconds)?.startSeconds
    const last = startSeconds + LAST_LINE_SECONDS
    const endSeconds =
      next ?? (durationSeconds === null || durationSeconds <= startSeconds ? last : Math.min(last, durationSeconds))
    return { startSeconds, endSeconds, text }
  })
}

/** JSON chapters 1.2 of the Podcasting 2.0 namespace. Anybody, if the episode is public. */
export async function readChapterFile(rss: Rss, episodeId: string): Promise<Attachment> {
  const { database, clock, files } = rss
  const source = await findClipSource(database.read, episodeId, clock.now())
  if (source?.kind !== 'episode') throw await goneOrMissing(rss, episodeId)
  const chapters = (await selectChapters(database.read, episodeId)).map(({ startMs, title, href, artworkKey }) => ({
    startTime: startMs / 1_000,
    title,
    ...(href === null ? {} : { url: href }),
    ...(artworkKey === null ? {} : { img: absolute(rss, files.publicUrl(artworkKey)) }),
  }))
  if (chapters.length === 0) throw notFound()
  return { type: 'application/json+chapters', text: JSON.stringify({ version: '1.2.0', chapters }) }
}
