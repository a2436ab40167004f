/** Requests what belongs to an item besides its audio: chapters with their images, transcript, image. What cannot be read is a
 * problem for the report, and does not keep the item from coming. */
import * as z from 'zod/mini'
import { CHAPTERS_MAX } from '#contract/catalog/moments.ts'
import { LINK_MAX, TITLE_MAX } from '#contract/fields.ts'
import type { ShowItem } from '#protocols/rss/read-show.ts'
import { webAddress } from '#protocols/rss/foreign-text.ts'
import { type Cue, parseTranscript } from '#protocols/rss/transcript.ts'
import type { ChapterRow } from '#server/catalog/audio/moment-queries.ts'
import { secureAddress } from '#server/foreign/addresses.ts'
import { storeArtwork, type StoredArtwork } from '#server/media/pictures/artwork.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'
import { OutboundFailed, OutboundRefused } from '#server/platform/network/responses.ts'
import type { MovingDeps } from './deps.ts'
import { isSoundbite, licenceOf } from './item-facts.ts'
import type { ImportRow } from './queries.ts'
import { type ValueProblem, valueProblems } from './split-terms.ts'

const TIMEOUT_MS = 30_000
const IMAGE_MAX_BYTES = 20_000_000
const CHAPTERS_MAX_BYTES = 1_000_000
const TRANSCRIPT_MAX_BYTES = 10_000_000
const LAST_SECOND = 50_000
const CHAPTER_IMAGES_MAX = 50

export type Attachments = {
  chapters: ChapterRow[]
  cues: Cue[]
  image: Image | null
  chapterImages: Image[]
  problems: Problem[]
}
const NONE = { chaptersUrl: null, imageUrl: null }
type Image = StoredArtwork & { id: string }
type Problem =
  | ValueProblem
  | 'chapters'
  | 'transcript'
  | 'image'
  | 'chapter-images'
  | 'soundbites'
  | 'license'
  | 'track-image'

export async function fetchAttachments(deps: MovingDeps, item: ShowItem, from: ImportRow): Promise<Attachments> {
  const { outbound } = deps
  const isTrack = from.content_type === 'album'
  const problems: Problem[] = valueProblems(item.value, from.value)
  if (item.soundbites?.every(isSoundbite) === false) problems.push('soundbites')
  if (item.license && licenceOf(item.license) === null) problems.push('license')
  const ifReadable = async <Result>(what: Problem, work: () => Promise<Result | null>) => {
    const result = await unlessTheirs(work)
    if (result === null) problems.push(what)
    return result
  }
  const { transcriptUrls } = item
  // Tracks have neither chapters nor an image of their own.
  const { chaptersUrl, imageUrl } = isTrack ? NONE : item
  if (isTrack && item.imageUrl !== null) problems.push('track-image')
  const read = chaptersUrl === null ? [] : await ifReadable('chapters', () => fetchChapters(outbound, chaptersUrl))
  const { chapters, chapterImages, areComplete } = await withImages(deps, read ?? [])
  if (!areComplete) problems.push('chapter-images')
  const cues =
    transcriptUrls.length === 0 ? [] : await ifReadable('transcript', () => fetchCues(outbound, transcriptUrls))
  const image = imageUrl === null ? null : await ifReadable('image', () => fetchImage(deps, imageUrl))
  return { chapters, chapterImages, cues: cues ?? [], image, problems }
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
): Promise<Image | null> {
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
      img: z.optional(z.nullable(z.string())),
      toc: z.optional(z.nullable(z.boolean())),
    }),
  ),
})

type ForeignChapter = ChapterRow & { imageUrl: string | null }

async function fetchChapters(outbound: Outbound, url: string): Promise<ForeignChapter[] | null> {
  const bytes = await fetchBytes(outbound, url, CHAPTERS_MAX_BYTES)
  const read = bytes === null ? null : Chapters.safeParse(parseJson(bytes.toString()))
  if (read?.success !== true) return null
  const rows = new Map<number, ForeignChapter>()
  for (const { startTime, title, url: link, img, toc } of read.data.chapters) {
    const startMs = Math.round(startTime * 1_000)
    const named = (title ?? '').replaceAll(/\p{C}/gu, '').trim().slice(0, TITLE_MAX)
    if (toc === false || named === '' || rows.has(startMs) || rows.size === CHAPTERS_MAX) continue
    const isLink = link !== null && link !== undefined && link.length <= LINK_MAX && /^https?:\/\//i.test(link)
    const href = isLink && URL.canParse(link) ? link : null
    rows.set(startMs, { startMs, title: named, href, artworkKey: null, imageUrl: webAddress(img, url) })
  }
  return [...rows.values()].toSorted((one, other) => one.startMs - other.startMs)
}

/** Each image once. The others are left out. */
async function withImages(deps: MovingDeps, read: readonly ForeignChapter[]) {
  const images = new Map<string, Image | null>()
  for (const { imageUrl } of read) {
    if (imageUrl === null || images.has(imageUrl) || images.size === CHAPTER_IMAGES_MAX) continue
    images.set(imageUrl, await unlessTheirs(() => fetchImage(deps, imageUrl)))
  }
  const keyOf = (url: string | null) => (url === null ? undefined : images.get(url))?.artworkKey ?? null
  return {
    chapters: read.map(({ imageUrl, ...chapter }): ChapterRow => ({ ...chapter, artworkKey: keyOf(imageUrl) })),
    chapterImages: [...images.values()].filter((image) => image !== null),
    areComplete: read.every(({ imageUrl }) => imageUrl === null || keyOf(imageUrl) !== null),
  }
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
