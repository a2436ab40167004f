/** Announces to other clients which kinds this server can show, and at which URL (kind 31990, NIP-89). Also parses the
 * codes in such URLs (NIP-19). */
import { decode, naddrEncode, neventEncode, npubEncode } from 'nostr-tools/nip19'
import { CALENDAR_EVENT_KIND } from './calendar-events.ts'
import type { NostrEvent } from './event.ts'
import { HANDLER_KIND, slotOf } from './kinds.ts'
import {
  AUDIO_TRACK_KIND,
  type Draft,
  EPISODE_KIND,
  MUSIC_TRACK_KIND,
  PLAYLIST_KIND,
  PODCAST_KIND,
} from './release-events.ts'

const HANDLED_KINDS = [
  AUDIO_TRACK_KIND,
  MUSIC_TRACK_KIND,
  PLAYLIST_KIND,
  PODCAST_KIND,
  EPISODE_KIND,
  CALENDAR_EVENT_KIND,
]
/** The `d` tag; there is one handler per server. */
export const HANDLER_SLOT = 'music'
/** Longer than a code with many relay hints. */
const CODE_MAX_CHARACTERS = 2_000

export function draftHandler({ name, publicUrl }: { name: string; publicUrl: string }): Draft {
  // Clients replace the last part with their code.
  const page = `${new URL('/n/', publicUrl).href}<bech32>`
  const content = JSON.stringify({
    name,
    about: 'Music and podcasts, paid over Lightning.',
    picture: new URL('/icon-512.png', publicUrl).href,
    website: new URL('/', publicUrl).href,
  })
  const tags = [
    ['d', HANDLER_SLOT],
    ...HANDLED_KINDS.map((kind) => ['k', String(kind)]),
    ['web', page, 'naddr'],
    ['web', page, 'nevent'],
    ['web', page, 'nprofile'],
  ]
  return { kind: HANDLER_KIND, tags, content }
}

/** What a code refers to. `slot`: the `d` tag. */
export type Pointer =
  | { type: 'person'; pubkey: string }
  | { type: 'event'; id: string }
  | { type: 'address'; kind: number; pubkey: string; slot: string }

/** The code of an event that is on this relay, and its author. */
export function writePointer(event: NostrEvent, relay: string): { uri: string; accountId: string } {
  const { id, kind, pubkey } = event
  const slot = slotOf(event)
  const code =
    slot === null
      ? neventEncode({ id, kind, author: pubkey, relays: [relay] })
      : naddrEncode({ kind, pubkey, identifier: slot, relays: [relay] })
  return { uri: `nostr:${code}`, accountId: npubEncode(pubkey) }
}

/** Null when it is not such a code. Accepts a `nostr:` prefix. */
export function parsePointer(text: string): Pointer | null {
  const code = text.trim().replace(/^nostr:/i, '')
  if (code.length > CODE_MAX_CHARACTERS) return null
  try {
    const read = decode(code.toLowerCase())
    if (read.type === 'npub') return { type: 'person', pubkey: read.data }
    if (read.type === 'nprofile') return { type: 'person', pubkey: read.data.pubkey }
    if (read.type === 'note') return { type: 'event', id: read.data }
    if (read.type === 'nevent') return { type: 'event', id: read.data.id }
    if (read.type !== 'naddr') return null
    const { kind, pubkey, identifier } = read.data
    return { type: 'address', kind, pubkey, slot: identifier }
  } catch {
    return null
  }
}
