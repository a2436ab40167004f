/** Follow lists (kind 3, NIP-02): parsed, and changed by one user at a time. Everything else in the list, its order
 * and its content (used by old apps) is preserved. Fetching the newest list is elsewhere. */
import type { NostrEvent, UnsignedEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { FOLLOWS_KIND } from './kinds.ts'

type List = Pick<NostrEvent, 'created_at' | 'tags' | 'content'>
export type FollowChange = { pubkey: string; isFollowed: boolean }

/** Without duplicates, in the order of the list, which ends with the newest follow. */
export function listFollowed(list: Pick<List, 'tags'> | null): string[] {
  const keys = (list?.tags ?? []).flatMap((tag) => followedIn(tag) ?? [])
  return [...new Set(keys)]
}

/** The list that replaces `list`, which is the newest one or null. Returns null when nothing would change. */
export function draftFollows(
  list: List | null,
  { pubkey, isFollowed }: FollowChange,
  nowSeconds: number,
): UnsignedEvent | null {
  if (listFollowed(list).includes(pubkey) === isFollowed) return null
  const tags = list?.tags ?? []
  return {
    kind: FOLLOWS_KIND,
    // Newer for every relay, even if clocks differ.
    created_at: Math.max(nowSeconds, (list?.created_at ?? 0) + 1),
    tags: isFollowed ? [...tags, ['p', pubkey]] : tags.filter((tag) => followedIn(tag) !== pubkey),
    content: list?.content ?? '',
  }
}

function followedIn([name, key = '']: readonly string[]): string | null {
  const pubkey = key.toLowerCase()
  return name === 'p' && HEX_32.test(pubkey) ? pubkey : null
}
