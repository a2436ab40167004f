/** Timed artwork of tracks and chapters of episodes. Time splits share money and are in time-splits.ts. */
import type { Data, Input } from '#contract/endpoint.ts'
import type * as calls from '#contract/catalog/moments.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { brokenRule } from '#server/platform/error-texts.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { type Addresses, type Catalog, ruleBrokenInEnglish } from '#server/catalog/catalog.ts'
import { requiredText, textOrNull } from '#server/catalog/forms/values.ts'
import { asJson, type Columns } from '#server/catalog/forms/changes.ts'
import {
  type ChapterRow,
  findImageColors,
  insertContentImage,
  replaceChapters,
  replaceSegments,
  type SegmentRow,
  selectChapters,
  selectImageKeys,
  selectSegments,
} from './moment-queries.ts'
import { saveArtwork } from '#server/catalog/forms/artwork.ts'
import { touchAudio } from '#server/catalog/content/queries.ts'
import { lockOwnContent, requireVisibleContent } from '#server/catalog/content/own-content.ts'
import { urlOf } from './audio-info.ts'

/** More than all segments and chapters of a content can use. */
const PICTURES_MAX = 400

type Segments = Data<typeof calls.getArtworkSegments>
type Chapters = Data<typeof calls.getChapters>

/** Anybody who may play the track. */
export async function readSegments(catalog: Catalog, caller: Caller, trackId: string): Promise<Segments> {
  await requireVisibleContent(catalog, caller, trackId, 'track', 'edit')
  const rows = await selectSegments(catalog.database.read, trackId)
  return rows.map((row) => toSegment(catalog.files, row))
}

/** Owner, managers and editors of the track. Replaces all segments; an empty list removes them. */
export async function setSegments(
  catalog: Catalog,
  caller: Caller,
  trackId: string,
  sent: Input<typeof calls.setArtworkSegments>['body'],
): Promise<Segments> {
  const owned = { contentId: trackId, type: 'track', refusal: 'Only a track has timed artwork.' }
  return replaceMoments(catalog, caller, owned, async (tx, contentId, keyOf) => {
    const rows = byStart(sent).map(({ artworkUrl, startTime, duration }): SegmentRow => {
      const startMs = toMs(startTime)
      const durationMs = Math.max(1, toMs(startTime + duration) - startMs)
      return { startMs, durationMs, artworkKey: keyOf(artworkUrl) }
    })
    for (const [index, { startMs, durationMs }] of rows.entries()) {
      const next = rows[index + 1]
      if (next !== undefined && next.startMs < startMs + durationMs) {
        throw brokenRule('rule.picturesOverlap', { start: String(startMs / 1_000), next: String(next.startMs / 1_000) })
      }
    }
    await replaceSegments(tx, contentId, rows)
    return rows.map((row) => toSegment(catalog.files, row))
  })
}

/** Anybody who may play the episode. */
export async function readChapters(catalog: Catalog, caller: Caller, episodeId: string): Promise<Chapters> {
  await requireVisibleContent(catalog, caller, episodeId, 'episode', 'edit')
  const rows = await selectChapters(catalog.database.read, episodeId)
  return rows.map((row) => toChapter(catalog.files, row))
}

/** Owner, managers and editors of the episode. Replaces all chapters; an empty list removes them. */
export async function setChapters(
  catalog: Catalog,
  caller: Caller,
  episodeId: string,
  sent: Input<typeof calls.setChapters>['body'],
): Promise<Chapters> {
  const owned = { contentId: episodeId, type: 'episode', refusal: 'Only an episode has chapters.' }
  return replaceMoments(catalog, caller, owned, async (tx, contentId, keyOf) => {
    const rows = byStart(sent).map(({ startTime, title, href, artworkUrl }): ChapterRow => ({
      startMs: toMs(startTime),
      title: requiredText(title),
      href: textOrNull(href),
      artworkKey: artworkUrl ? keyOf(artworkUrl) : null,
    }))
    const twice = rows.find((row, index) => rows[index + 1]?.startMs === row.startMs)
    if (twice !== undefined) throw brokenRule('rule.chaptersTwice', { start: String(twice.startMs / 1_000) })
    await replaceChapters(tx, contentId, rows)
    return rows.map((row) => toChapter(catalog.files, row))
  })
}

const byStart = <Moment extends { startTime: number }>(moments: readonly Moment[]) =>
  moments.toSorted((one, other) => one.startTime - other.startTime)

type KeyOf = (url: string) => string
type OwnedAudio = { contentId: string; type: string; refusal: string }

/** Owner, managers and editors. Locks the content; `keyOf` maps the URLs of its pictures. */
async function replaceMoments<Result>(
  { database, files, clock }: Catalog,
  caller: Caller,
  { contentId, type, refusal }: OwnedAudio,
  replace: (tx: Tx, contentId: string, keyOf: KeyOf) => Promise<Result>,
): Promise<Result> {
  requireUser(caller)
  return database.transaction(async (tx) => {
    const content = await lockOwnContent(tx, caller, { contentId }, clock.now(), 'edit')
    if (content.type !== type) throw ruleBrokenInEnglish(refusal)
    await touchAudio(tx, content.id, clock.now())
    return replace(tx, content.id, await findPictures(tx, files, content.id))
  })
}

/** Owner, managers and editors of a track or an episode. */
export async function addContentPicture(
  catalog: Catalog,
  caller: Caller,
  { id, contentId, picture }: { id: string; contentId: string; picture: File },
): Promise<Data<typeof calls.addContentPicture>> {
  requireUser(caller)
  const { database, files, clock } = catalog
  const requireSpace = async (tx: Tx): Promise<string[]> => {
    const content = await lockOwnContent(tx, caller, { contentId }, clock.now(), 'edit')
    if (content.type !== 'track' && content.type !== 'episode') {
      throw ruleBrokenInEnglish('Only tracks and episodes have their own images.')
    }
    const keys = await selectImageKeys(tx, contentId)
    if (keys.length >= PICTURES_MAX) throw brokenRule('rule.picturesMax', { max: String(PICTURES_MAX) })
    return keys
  }
  await database.transaction(requireSpace)
  const { artworkKey, colors } = await saveArtwork(files, id, picture)
  if (artworkKey === null) throw new AppError(415, 'picture-invalid')
  await database.transaction(async (tx) => {
    const keys = await requireSpace(tx)
    if (keys.includes(artworkKey)) return
    await insertContentImage(tx, { id, contentId, artworkKey, colors, now: clock.now() })
  })
  return { artworkUrl: files.publicUrl(artworkKey) }
}

/** The artwork of an episode: one of its pictures, or none, so that it shows the artwork of its podcast. */
export async function artworkColumns(
  tx: Tx,
  addresses: Addresses,
  episodeId: string,
  sent: string | null | undefined,
): Promise<Columns> {
  if (sent === undefined) return {}
  if (!sent) return { artwork_key: null, color_info: null }
  const artworkKey = (await findPictures(tx, addresses, episodeId))(sent)
  return { artwork_key: artworkKey, color_info: asJson(await findImageColors(tx, artworkKey)) }
}

/** Maps the URL of an image to its key; only images uploaded for this content are accepted. */
async function findPictures(tx: Tx, addresses: Addresses, contentId: string): Promise<KeyOf> {
  const keys = new Map((await selectImageKeys(tx, contentId)).map((key) => [pathOf(addresses.publicUrl(key)), key]))
  return (url) => {
    const key = keys.get(pathOf(url.trim()))
    if (key === undefined) throw new AppError(422, 'picture-unknown', 'This picture was not uploaded for this content.')
    return key
  }
}

/** Compares paths only: the same image may have another host, as behind a proxy. */
function pathOf(url: string): string {
  return URL.parse(url, 'http://localhost')?.pathname ?? url
}

const toMs = (seconds: number) => Math.round(seconds * 1_000)

function toSegment(addresses: Addresses, { startMs, durationMs, artworkKey }: SegmentRow): Segments[number] {
  return { artworkUrl: addresses.publicUrl(artworkKey), startTime: startMs / 1_000, duration: durationMs / 1_000 }
}

function toChapter(addresses: Addresses, { startMs, title, href, artworkKey }: ChapterRow): Chapters[number] {
  const artworkUrl = urlOf(addresses, artworkKey)
  return {
    startTime: startMs / 1_000,
    title,
    ...(href === null ? {} : { href }),
    ...(artworkUrl === null ? {} : { artworkUrl }),
  }
}
