/** Requests what belongs to an item besides its audio: chapters, transcript, image. What cannot be read is a problem for the
 * report, and does not keep the item from coming. */
import * as z from 'zod/mini'
import { CHAPTERS_MAX } from '#contract/catalog/moments.ts'
import { LINK_MAX, TITLE_MAX } from '#contract/fields.ts'
import type { ShowItem } from '#protocols/rss/read-show.ts'
import { type Cue, parseTranscript } from '#protocols/rss/transcript.ts'
import type { ChapterRow } from '#server/catalog/audio/moment-queries.ts'
import { secureAddress } from '#server/foreign/addresses.ts'
import { storeArtwork, type StoredArtwork } from '#server/media/pictures/artwork.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'
import { OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'
import type { MovingDeps } from './deps.ts'

const TIMEOUT_MS = 30_000
const IMAGE_MAX_BYTES = 20_000_000
const CHAPTERS_MAX_BYTES = 1_000_000
const TRANSCRIPT_MAX_BYTES = 10_000_000
const LAST_SECOND = 50_000

export type Attachments = {
  chapters: ChapterRow[]
  cues: Cue[]
  image: (StoredArtwork & { id: string }) | null
  problems: ('chapters' | 'transcript' | 'image')[]
}

export async function fetchAttachments(deps: MovingDeps, item: ShowItem): Promise<Attachments> {
  const { outbound } = deps
  const problems: Attachments['problems'] = []
  const ifReadable = async <Result>(what: Attachments['problems'][number], work: () => Promise<Result | null>) => {
    const result = await unlessTheirs(work)
    if (result === null) problems.push(what)
    return result
  }
  const { chaptersUrl, transcriptUrls, imageUrl } = item
  const chapters = chaptersUrl === null ? [] : await ifReadable('chapters', () => fetchChapters(outbound, chaptersUrl))
  const cues =
    transcriptUrls.length === 0 ? [] : await ifReadable('transcript', () => fetchCues(outbound, transcriptUrls))
  const image = imageUrl === null ? null : await ifReadable('image', () => fetchImage(deps, imageUrl))
  return { chapters: chapters ?? [], cues: cues ?? [], image, problems }
}

/** Null for what their server refuses, and for what is not what it claims to be. */
export async function unlessTheirs<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    const isFull = error instanceof AppError && error.status >= 500
    const isTheirs = [OutboundFailed, OutboundRefused, AppError].some((kind) => error instanceof kind)
    if (isFull || !isTheirs) throw error
    return null
  }
}

export async function fetchImage(
  { outbound, files }: Pick<MovingDeps, 'outbound' | 'files'>,
  url: string,
): Promise<(StoredArtwork & { id: string }) | null> {
  const bytes = await fetchBytes(outbound, url, IMAGE_MAX_BYTES)
  const id = newId()
  return bytes === null ? null : { id, ...(await storeArtwork(files, { id, bytes })) }
}

export async function fetchBytes(outbound: Outbound, url: string, maxBytes: number): Promise<Buffer | null> {
  const wanted = { headers: { accept: '*/*' }, maxBytes, timeoutMs: TIMEOUT_MS }
  const { status, body } = await outbound.getBody(secureAddress(outbound, url), wanted)
  return status === 200 ? body : null
}

/** JSON chapters. Those that are hidden from lists, or have no title, are left out. */
const Chapters = z.object({
  chapters: z.array(
    z.object({
      startTime: z.number().check(z.minimum(0), z.maximum(LAST_SECOND)),
      title: z.optional(z.nullable(z.string())),
      url: z.optional(z.nullable(z.string())),
      toc: z.optional(z.nullable(z.boolean())),
    }),
  ),
})

async function fetchChapters(outbound: Outbound, url: string): Promise<ChapterRow[] | null> {
  const bytes = await fetchBytes(outbound, url, CHAPTERS_MAX_BYTES)
  const read = bytes === null ? null : Chapters.safeParse(parseJson(bytes.toString()))
  if (read?.success !== true) return null
  const rows = new Map<number, ChapterRow>()
  for (const { startTime, title, url: link, toc } of read.data.chapters) {
    const startMs = Math.round(startTime * 1_000)
    const named = (title ?? '').replaceAll(/\p{C}/gu, '').trim().slice(0, TITLE_MAX)
    if (toc === false || named === '' || rows.has(startMs) || rows.size === CHAPTERS_MAX) continue
    const isLink = link !== null && link !== undefined && link.length <= LINK_MAX && /^https?:\/\//i.test(link)
    rows.set(startMs, { startMs, title: named, href: isLink && URL.canParse(link) ? link : null, artworkKey: null })
  }
  return [...rows.values()].toSorted((one, other) => one.startMs - other.startMs)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The first that can be read. */
async function fetchCues(outbound: Outbound, urls: readonly string[]): Promise<Cue[] | null> {
  for (const url of urls) {
    const cues = await unlessTheirs(async () => {
      const bytes = await fetchBytes(outbound, url, TRANSCRIPT_MAX_BYTES)
      const parsed = bytes === null ? null : parseTranscript(bytes.toString().replaceAll('\0', ''))
      return Array.isArray(parsed) ? parsed : null
    })
    if (cues !== null) return cues
  }
  return null
}
