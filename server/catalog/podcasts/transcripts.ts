/** Transcripts of episodes: reading, replacing and deleting them. What a file may contain is protocols/rss/transcript.ts. */
import type { Data } from '#contract/endpoint.ts'
import { type getTranscript, TRANSCRIPT_MAX_BYTES } from '#contract/catalog/transcripts.ts'
import {
  CHARACTERS_MAX,
  type Cue,
  CUES_MAX,
  parseTranscript,
  type TranscriptProblem,
} from '#protocols/rss/transcript.ts'
import { type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { touchAudio } from '#server/catalog/content/queries.ts'
import { lockOwnContent, requireVisibleContent } from '#server/catalog/content/own-content.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { findEpisode } from './episode-queries.ts'
import { replaceCues, selectCues } from './transcript-queries.ts'

type Transcript = Data<typeof getTranscript>

/** Anybody who may play the episode. */
export async function readTranscript(catalog: Catalog, caller: Caller, episodeId: string): Promise<Transcript> {
  await requireVisibleContent(catalog, caller, episodeId, 'episode', 'edit')
  return toTranscript(await selectCues(catalog.database.read, episodeId))
}

/** Owner, managers and editors of the episode. Without a file, the transcript is deleted. */
export async function setTranscript(
  { database, clock }: Catalog,
  caller: Caller,
  episodeId: string,
  file: File | null,
): Promise<Transcript> {
  requireUser(caller)
  const cues = file === null ? [] : await readFile(file)
  return database.transaction(async (tx) => {
    const now = clock.now()
    const content = await lockOwnContent(tx, caller, { contentId: episodeId }, now, 'edit')
    if (content.type !== 'episode') throw ruleBrokenInEnglish('Only an episode has a transcript.')
    const episode = await findEpisode(tx, content.id, now)
    requireWithin(cues, episode?.duration_ms ?? null)
    await touchAudio(tx, content.id, now)
    await replaceCues(tx, content.id, cues)
    return toTranscript(cues)
  })
}

async function readFile(file: File): Promise<Cue[]> {
  if (file.size > TRANSCRIPT_MAX_BYTES) throw tooLong()
  const cues = parseTranscript(decode(await file.bytes()))
  if (Array.isArray(cues)) return cues
  throw refuse(cues)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Audio and images have control characters; text in another encoding has none, except UTF-16, which begins with a mark.
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    const isBinary = bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))
    throw new AppError(422, isBinary && !isUtf16 ? 'transcript-invalid' : 'transcript-encoding')
  }
}

function refuse(problem: TranscriptProblem): AppError {
  switch (problem.reason) {
    case 'too-many':
    case 'too-long':
      return tooLong()
    case 'time':
      return new AppError(422, 'transcript-invalid', `Line or segment ${problem.at}: the times are not valid.`)
    case 'empty':
    case 'format':
      return new AppError(422, 'transcript-invalid')
  }
}

const tooLong = () =>
  new AppError(
    413,
    'transcript-too-long',
    `A transcript has at most ${TRANSCRIPT_MAX_BYTES / 1_000_000} MB, ${CUES_MAX} lines and ${CHARACTERS_MAX} characters.`,
  )

/** A line that begins after the end is from the transcript of other audio. */
function requireWithin(cues: readonly Cue[], durationMs: number | null): void {
  const beyond = cues.findIndex(({ startMs }) => durationMs !== null && startMs > durationMs)
  if (beyond === -1) return
  throw new AppError(
    422,
    'transcript-invalid',
    `Line ${beyond + 1} of the transcript begins after the end of the episode. Is it from another episode?`,
  )
}

const toTranscript = (cues: readonly Cue[]): Transcript => ({
  lines: cues.map(({ startMs, endMs, speaker, text }) => ({
    startTime: startMs / 1_000,
    endTime: endMs / 1_000,
    ...(speaker === null ? {} : { speaker }),
    text,
  })),
})
