/** The entries of a playlist in its order: its tracks, and items of other servers' feeds. */
import type { Wire } from '#contract/endpoint.ts'
import type { getPlaylist } from '#contract/listening/playlists.ts'
import { type ForeignItem, playablesOfForeign } from './foreign-addresses.ts'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { t } from '#web/words/words.ts'
import type { SongRow } from './song-rows.tsx'

type Playlist = Wire<typeof getPlaylist>
export type EntryRow = SongRow & { contentId: string; title: string; order: number }

/** Responses that were saved by an earlier version have tracks only. */
export function rowsOfPlaylist({
  tracks,
  itemsElsewhere = [],
}: Pick<Playlist, 'tracks'> & Partial<Pick<Playlist, 'itemsElsewhere'>>): EntryRow[] {
  const ours = tracks.map((track) => ({
    key: track.entryId,
    contentId: track.id,
    title: track.title,
    order: track.order,
    playable: playablesOfTracks([track])[0] ?? null,
    isExplicit: track.isExplicit,
    msat: track.msatTotal,
  }))
  const others = itemsElsewhere.map((item) => ({
    key: item.entryId,
    contentId: item.id,
    order: item.order,
    ...rowOfForeign(item),
    ...(item.isOnlyYours && { note: t('playlists.onlyYours') }),
  }))
  return [...ours, ...others].toSorted((one, other) => one.order - other.order)
}

export function rowOfForeign(item: ForeignItem) {
  const [playable = null] = playablesOfForeign([item], null)
  const note = t(item.isGone ? 'foreign.gone' : 'foreign.from', { site: item.site })
  return { title: item.title, playable, msat: 0, note }
}
