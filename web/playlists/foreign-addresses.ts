/** Addresses of foreign feeds and items, and the items as the player takes them. */
import type { Wire } from '#contract/endpoint.ts'
import type { getForeignItem } from '#contract/listening/foreign/feeds.ts'
import type { Playable } from '#web/player/state/queue.ts'

export type ForeignItem = Wire<typeof getForeignItem>

export const feedHref = (feedId: string): string => `/library/elsewhere?feed=${feedId}`

/** `playlistId`: the playlist in which it was found, whose curator is paid too. */
export const itemHref = (itemId: string, playlistId: string | null): string =>
  `/library/elsewhere?item=${itemId}${playlistId === null ? '' : `&playlist=${playlistId}`}`

export function playablesOfForeign(items: readonly ForeignItem[], playlistId: string | null): Playable[] {
  return items.map((item) => ({
    id: item.id,
    title: item.title,
    artist: item.feedTitle,
    artworkUrl: item.artworkUrl,
    // With the `#` the player does not look for other streams of this file (contract/catalog/streams.ts).
    audioUrl: `${item.audioUrl}#`,
    durationSeconds: item.duration ?? 0,
    contentType: 'episode',
    ...(item.feedId !== null && { showId: item.feedId }),
    isElsewhere: true,
    contentHref: itemHref(item.id, playlistId),
    parentContentHref: item.feedId === null ? itemHref(item.id, playlistId) : feedHref(item.feedId),
  }))
}
