/** The episode or track that an item of a feed becomes: with its guid, date, numbers, people, chapters and transcript. */
import { type EpisodeKind, parseGeo, type Soundbite, SOUNDBITE_LENGTH_MAX } from '#contract/catalog/episodes.ts'
import { licences } from '#contract/catalog/release-input.ts'
import { type Licence, nameOfLicence, urlOfLicence } from '#contract/catalog/releases.ts'
import { LYRICS_MAX } from '#contract/fields.ts'
import type { ShowItem } from '#protocols/rss/read-show.ts'
import type { Cue } from '#protocols/rss/transcript.ts'
import { insertContentImage, replaceChapters } from '#server/catalog/audio/moment-queries.ts'
import { insertContent } from '#server/catalog/content/queries.ts'
import { bringItemGuid } from '#server/catalog/feed-guids.ts'
import { asJson, setColumns } from '#server/catalog/forms/changes.ts'
import { insertTrack } from '#server/catalog/music/track-queries.ts'
import { insertEpisode } from '#server/catalog/podcasts/episode-queries.ts'
import { replaceCues } from '#server/catalog/podcasts/transcript-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Attachments } from './attachments.ts'

type NewContent = {
  contentId: string
  assetId: string
  parentId: string
  owner: string
  isDraft: boolean
  item: ShowItem
  guid: string
  position: number
  attachments: Attachments
  now: Date
}

export async function makeEpisode(tx: Tx, made: NewContent): Promise<void> {
  const { contentId: id, item, attachments, now } = made
  const { chapters, chapterImages, cues, image } = attachments
  const kind: EpisodeKind = item.kind
  await insertContent(tx, { id, type: 'episode', ownerId: made.owner })
  await insertEpisode(tx, {
    id,
    podcastId: made.parentId,
    assetId: made.assetId,
    title: item.title,
    description: item.description,
    notes: item.notes,
    season: item.season,
    number: item.number,
    kind,
    credits: item.persons,
    soundbites: item.soundbites?.filter(isSoundbite) ?? [],
    location: item.location?.name ?? null,
    geo: item.location ? parseGeo(item.location.geo) : null,
    licence: licenceOf(item.license ?? null),
    position: made.position,
    isExplicit: item.isExplicit,
    isDraft: made.isDraft,
    now,
  })
  const artwork = image === null ? {} : { artwork_key: image.artworkKey, color_info: asJson(image.colors) }
  const images = image === null ? chapterImages : [image, ...chapterImages]
  for (const one of images) await insertContentImage(tx, { ...one, contentId: id, now })
  await setColumns(tx, 'episode', id, { ...artwork, published_at: dateOf(item) }, now)
  await replaceChapters(tx, id, chapters)
  await replaceCues(tx, id, cues)
  await bringItemGuid(tx, id, made.guid)
}

export async function makeTrack(tx: Tx, made: NewContent): Promise<void> {
  const { contentId: id, item, now } = made
  await insertContent(tx, { id, type: 'track', ownerId: made.owner })
  await insertTrack(tx, {
    id,
    albumId: made.parentId,
    assetId: made.assetId,
    title: item.title,
    lyrics: lyricsOf(made.attachments.cues),
    isrc: null,
    iswc: null,
    notes: item.notes,
    credits: item.persons,
    position: made.position,
    disc: item.season ?? 1,
    isExplicit: item.isExplicit,
    isDraft: made.isDraft,
    now,
  })
  await setColumns(tx, 'track', id, { published_at: dateOf(item) }, now)
  await bringItemGuid(tx, id, made.guid)
}

const dateOf = ({ publishedAt }: ShowItem) => (publishedAt === null ? null : new Date(publishedAt))

export const isSoundbite = ({ startTime, duration }: Soundbite) =>
  startTime >= 0 && duration >= 1 && duration <= SOUNDBITE_LENGTH_MAX

/** Named by its address, its name, or as in the SPDX list; null for others, also for other versions of the same ones. */
export function licenceOf(license: string | null): Licence | null {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/^https?:/, '')
      .replaceAll(/[ -]/g, '')
      .replace(/\/$/, '')
  const isNamed = (one: Exclude<Licence, 'reserved'>) =>
    [urlOfLicence(one)!, nameOfLicence(one)].some((name) => plain(name) === plain(license ?? ''))
  return licences.find((one) => one !== 'reserved' && isNamed(one)) ?? null
}

/** Timed lyrics of a song are a transcript in its feed. Null without any, and when they are too long for lyrics. */
export function lyricsOf(cues: readonly Cue[]): string | null {
  const lines = cues.map(({ startMs, text }) => {
    const [minutes, seconds] = [Math.floor(startMs / 60_000), (startMs % 60_000) / 1_000]
    return `[${String(minutes).padStart(2, '0')}:${seconds.toFixed(2).padStart(5, '0')}] ${text}`
  })
  const lyrics = lines.join('\n')
  return lyrics === '' || lyrics.length > LYRICS_MAX ? null : lyrics
}
