/** The episode or track that an item of a feed becomes: with its guid, date, numbers, people, chapters and transcript. */
import { type EpisodeKind, parseGeo } from '#contract/catalog/episodes.ts'
import { LYRICS_MAX } from '#contract/fields.ts'
import type { ShowItem } from '#protocols/rss/read-show.ts'
import type { Cue } from '#protocols/rss/transcript.ts'
import { insertContentImage, replaceChapters } from '#server/catalog/audio/moment-queries.ts'
import { insertContent } from '#server/catalog/content/queries.ts'
import { importItemGuid } from '#server/catalog/feed-guids.ts'
import { asJson, setColumns } from '#server/catalog/forms/changes.ts'
import { insertTrack } from '#server/catalog/music/track-queries.ts'
import { insertEpisode } from '#server/catalog/podcasts/episode-queries.ts'
import { replaceCues } from '#server/catalog/podcasts/transcript-queries.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Attachments } from './attachments.ts'
import { isSoundbite, licenceOf } from './item-facts.ts'

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
  await importItemGuid(tx, id, made.guid)
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
  await importItemGuid(tx, id, made.guid)
}

const dateOf = ({ publishedAt }: ShowItem) => (publishedAt === null ? null : new Date(publishedAt))

/** Timed lyrics of a song are a transcript in its feed. Null without any, and when they are too long for lyrics. */
function lyricsOf(cues: readonly Cue[]): string | null {
  const lines = cues.map(({ startMs, text }) => {
    const [minutes, seconds] = [Math.floor(startMs / 60_000), (startMs % 60_000) / 1_000]
    return `[${String(minutes).padStart(2, '0')}:${seconds.toFixed(2).padStart(5, '0')}] ${text}`
  })
  const lyrics = lines.join('\n')
  return lyrics === '' || lyrics.length > LYRICS_MAX ? null : lyrics
}
