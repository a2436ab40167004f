/** Whom somebody follows (kind 3, NIP-02): read from the list they have, and changed by one person at a time. Everything else
 * in it, in which order it stands and what old apps have put into its content, stays as it is.
 * Where the newest list is found is not known here. */
import type { NostrEvent, UnsignedEvent } from './event.ts'
import { HEX_32 } from './hex.ts'
import { FOLLOWS_KIND } from './kinds.ts'

type List = Pick<NostrEvent, 'created_at' | 'tags' | 'content'>
export type FollowChange = { pubkey: string; isFollowed: boolean }

/** Each once, in the order of the list: who was followed last stands last. */
export function listFollowed(list: Pick<List, 'tags'> | null): string[] {
  const keys = (list?.tags ?? []).flatMap((tag) => followedIn(tag) ?? [])
  return [...new Set(keys)]
}

/** The list that takes the place of this one; null: nothing would change. `list`: the newest there is, or null for none. */
export function draftFollows(
  list: List | null,
  { pubkey, isFollowed }: FollowChange,
  nowSeconds: number,
): UnsignedEvent | null {
  if (listFollowed(list).includes(pubkey) === isFollowed) return null
  const tags = list?.tags ?? []
  return {
    kind: FOLLOWS_KIND,
    // Newer for any relay, whatever the clocks say.
    created_at: Math.max(nowSeconds, (list?.created_at ?? 0) + 1),
    tags: isFollowed ? [...tags, ['p', pubkey]] : tags.filter((tag) => followedIn(tag) !== pubkey),
    content: list?.content ?? '',
  }
}

function followedIn([name, key = '']: readonly string[]): string | null {
  const pubkey = key.toLowerCase()
  return name === 'p' && HEX_32.test(pubkey) ? pubkey : null
}
