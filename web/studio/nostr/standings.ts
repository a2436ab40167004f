/** Compares a release or podcast with the relays: the events it should have, and those that exist.
 * How this is shown is work.tsx. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listGenres, listSubgenres } from '#contract/catalog/meta.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { compareWithRelays } from '#protocols/nostr/event-status.ts'
import { DELETION_KIND } from '#protocols/nostr/kinds.ts'
import {
  AUDIO_TRACK_KIND,
  draftPodcast,
  draftRelease,
  EPISODE_KIND,
  guidOfEpisode,
  guidOfShow,
  MUSIC_TRACK_KIND,
  PLAYLIST_KIND,
  PODCAST_KIND,
  type WorkEvent,
} from '#protocols/nostr/release-events.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import type { NostrWork } from './content.ts'
import { useOwnEvents, type WorkThere } from './own-events.ts'
import { useAudioItems, type AudioItem } from '#web/studio/uploads/audio-items.ts'

const KINDS = {
  album: [AUDIO_TRACK_KIND, MUSIC_TRACK_KIND, PLAYLIST_KIND],
  podcast: [PODCAST_KIND, EPISODE_KIND],
}
/** Other apps may have edited the list. */
const OUR_ID = /^[0-9a-f-]{36}$/

export function useNostrStandings(content: NostrWork, pubkey: string, isPublic: boolean): WorkThere {
  const settings = useSettings()
  const { kind } = content
  const parent =
    kind === 'album'
      ? { kind, id: content.album.id, artistName: content.album.artist.name }
      : { kind, id: content.podcast.id, artistName: content.podcast.name }
  const { data: audioItems } = useAudioItems(parent)
  const works = useWorks(content, audioItems, pubkey, isPublic)
  const [removed, setGone] = useState<readonly string[]>([])

  const ids = [parent.id, ...(audioItems ?? []).map(({ id }) => id), ...removed]
  const own = useOwnEvents(pubkey, {
    kinds: KINDS[kind],
    ...(kind === 'album' && { ids: [...new Set(ids)] }),
    isEnabled: audioItems !== undefined,
  })
  const all = own.events
  // Shows published before feeds had guids are identified by their id.
  const showGuids = [parent.id, ...(kind === 'podcast' && content.podcast.guid !== null ? [content.podcast.guid] : [])]
  // The same for episodes, before imported ones kept their guids.
  const episodeGuids = (audioItems ?? []).flatMap((one) => ('guid' in one ? one.guid : []))
  const guids = new Set([...showGuids.map(guidOfShow), ...[...ids, ...episodeGuids].map(guidOfEpisode)])
  const show = compareWithRelays([], all).obsolete.find((event) => event.kind === PODCAST_KIND)
  const isOwnShow = show !== undefined && hasGuid(show, guids)
  const ownPages = new URL('/episode/', settings.publicUrl || location.origin).href
  const isOfWork = (event: NostrEvent) =>
    kind === 'album' ||
    event.kind === DELETION_KIND ||
    hasGuid(event, guids) ||
    // Episodes deleted here: if this podcast is the show of the key, the key's episodes are its own.
    (isOwnShow && event.kind === EPISODE_KIND && hasAddressIn(event, ownPages))
  const known = all.filter(isOfWork)

  // Tracks deleted here are known only from the playlist event of the release.
  const listed = listedIn(known, parent.id).filter((id) => !ids.includes(id))
  const listedKey = listed.join(' ')
  useEffect(() => {
    if (listedKey !== '') setGone((before) => [...before, ...listedKey.split(' ')])
  }, [listedKey])

  const isKnown = works !== null && !own.isLoading && listed.length === 0
  return {
    standings: isKnown ? compareWithRelays(works, known) : null,
    known,
    other: show === undefined || isOwnShow ? null : titleOf(show),
    relays: own.relays,
    onSent: own.onSent,
  }
}

/** The events it should have; empty while it is hidden, null while some data is still loading. */
function useWorks(
  content: NostrWork,
  audioItems: readonly AudioItem[] | undefined,
  pubkey: string,
  isPublic: boolean,
): WorkEvent[] | null {
  const { publicUrl } = useSettings()
  const genres = useGenres(content)
  const by = { pubkey, publicUrl: publicUrl || location.origin }
  if (!isPublic) return []
  if (audioItems === undefined || genres === null) return null
  if (content.kind === 'podcast') {
    const episodes = audioItems.filter((audioItem) => 'podcastId' in audioItem)
    return draftPodcast(content.podcast, episodes, by, Date.now())
  }
  const tracks = audioItems.filter((audioItem) => 'albumId' in audioItem)
  return draftRelease(content.album, tracks, genres, by, Date.now())
}

function useGenres(content: NostrWork): { genre: string | null; subgenre: string | null } | null {
  const { call } = useSite()
  const [genreId, subgenreId] =
    content.kind === 'album' ? [content.album.genreId, content.album.subgenreId] : [null, null]
  const all = useQuery({ ...callQuery(call, listGenres, {}), enabled: genreId !== null })
  const within = useQuery({
    ...callQuery(call, listSubgenres, { params: { genreId: String(genreId) } }),
    enabled: genreId !== null && subgenreId !== null,
  })
  const nameOf = (id: number | null, { data }: typeof all) => data?.find((one) => one.id === id)?.name ?? null
  const isMissing = (id: number | null, { data }: typeof all) => id !== null && data === undefined
  if (isMissing(genreId, all) || (genreId !== null && isMissing(subgenreId, within))) return null
  return { genre: nameOf(genreId, all), subgenre: nameOf(subgenreId, within) }
}

function hasGuid({ tags }: NostrEvent, guids: ReadonlySet<string>): boolean {
  return tags.some(([name, value]) => name === 'i' && value !== undefined && guids.has(value))
}

function hasAddressIn({ tags }: NostrEvent, start: string): boolean {
  return tags.some(([name, , address]) => name === 'i' && address?.startsWith(start) === true)
}

/** The tracks the release had when it was last published. */
function listedIn(events: readonly NostrEvent[], albumId: string): string[] {
  const list = events.find(
    ({ kind, tags }) => kind === PLAYLIST_KIND && tags.some(([name, value]) => name === 'd' && value === albumId),
  )
  const start = `${MUSIC_TRACK_KIND}:${list?.pubkey}:`
  const ids = (list?.tags ?? []).flatMap(([name, value]) =>
    name === 'a' && value?.startsWith(start) === true ? [value.slice(start.length)] : [],
  )
  return ids.filter((id) => OUR_ID.test(id))
}

function titleOf({ tags }: NostrEvent): string {
  return tags.find(([name]) => name === 'title')?.[1] ?? '…'
}
