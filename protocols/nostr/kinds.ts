/** Event kinds: how long relays store their events, and which are replaceable (NIP-01). */

export type KindClass = 'regular' | 'replaceable' | 'ephemeral' | 'addressable'

export const NOTE_KIND = 1
/** The follow list (NIP-02). */
export const FOLLOWS_KIND = 3
export const DELETION_KIND = 5
/** Only for notes; reposts of other kinds are generic reposts (NIP-18). */
export const REPOST_KIND = 6
export const REACTION_KIND = 7
export const GENERIC_REPOST_KIND = 16
export const REPOST_KINDS: readonly number[] = [REPOST_KIND, GENERIC_REPOST_KIND]
/** A reaction to something that is not on Nostr. */
export const EXTERNAL_REACTION_KIND = 17
export const COMMENT_KIND = 1_111
export const RELAY_AUTH_KIND = 22_242
/** The relays a user writes to and reads from (NIP-65), and those for private messages (NIP-17). */
export const RELAY_LIST_KIND = 10_002
export const MESSAGE_RELAYS_KIND = 10_050
/** The kinds a client can show (NIP-89). */
export const HANDLER_KIND = 31_990

export function classOfKind(kind: number): KindClass {
  if (kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000)) return 'replaceable'
  if (kind >= 20_000 && kind < 30_000) return 'ephemeral'
  if (kind >= 30_000 && kind < 40_000) return 'addressable'
  return 'regular'
}

/** Identifies a replaceable event among those of its author and kind. Null for kinds that are not replaceable. */
export function slotOf({ kind, tags }: { kind: number; tags: readonly string[][] }): string | null {
  const kindClass = classOfKind(kind)
  if (kindClass === 'replaceable') return ''
  if (kindClass !== 'addressable') return null
  return tags.find(([name]) => name === 'd')?.[1] ?? ''
}

/** When the event expires (NIP-40), in seconds. Null: never. */
export function expiryOf({ tags }: { tags: readonly string[][] }): number | null {
  const input = tags.find(([name]) => name === 'expiration')?.[1] ?? ''
  return /^\d{1,15}$/.test(input) ? Number.parseInt(input, 10) : null
}

/** Public channels (NIP-28): create, describe, post a message, hide a message, mute a user. */
export const CHANNEL_KIND = 40
export const CHANNEL_METADATA_KIND = 41
export const CHANNEL_MESSAGE_KIND = 42
export const HIDE_KIND = 43
export const MUTE_KIND = 44
