/** The path of our page for a release, show, episode or calendar event on Nostr, if its event or address names one. Our own
 * events are in release-events.ts. Whether the page exists is checked when it is opened. */
import { UUID } from '#protocols/hex.ts'
import { CALENDAR_EVENT_KIND } from './calendar-events.ts'
import type { NostrEvent } from './event.ts'
import { AUDIO_TRACK_KIND, MUSIC_TRACK_KIND, PLAYLIST_KIND } from './release-events.ts'

const OWN_PATH = /^\/(track|episode|podcast)\/[\w%.~-]{1,200}$/

/** From the `d` tag, which is the id of the content here. */
export function pathOfSlot(kind: number, slot: string): string | null {
  if (!UUID.test(slot)) return null
  if (kind === AUDIO_TRACK_KIND || kind === MUSIC_TRACK_KIND) return `/track/${slot}`
  if (kind === CALENDAR_EVENT_KIND) return `/event/${slot}`
  return kind === PLAYLIST_KIND ? `/album/${slot}` : null
}

/** From the links in the event. A false link from anyone else only leads to one of our pages. */
export function pathInTags({ kind, tags }: Pick<NostrEvent, 'kind' | 'tags'>, ownUrl: string): string | null {
  const own = new URL(ownUrl)
  for (const [name, value = '', more = ''] of tags) {
    const input = name === 'i' ? more : name === 'website' ? value : ''
    const url = URL.parse(input)
    if (url !== null && url.origin === own.origin && OWN_PATH.test(url.pathname)) return url.pathname
    const [, id = '', host] = name === 'zap' ? (/^track\.(.+)@(.+)$/.exec(value) ?? []) : []
    if (host === own.host) return pathOfSlot(kind, id)
  }
  return null
}
