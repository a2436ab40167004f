/** The nostr keys whose comments are not shown: blocked by the owner of the content, or by this server everywhere.
 * Authors a reader hides for themselves are hidden-users.ts. */
import type { Wire } from '#contract/endpoint.ts'
import type { listNostrAuthors } from '#contract/community/nostr-authors.ts'
import type { Thread } from '#protocols/nostr/comments.ts'

type Authors = Pick<Wire<typeof listNostrAuthors>, 'blockedPubkeys' | 'ownBlockedPubkeys' | 'isOwner'>

export type BlockedAuthors = {
  /** The reader owns the content, and may block keys. */
  isOwner: boolean
  isBlocked(pubkey: string): boolean
  /** Blocked by the reader, who still sees the comments and can unblock the key. */
  isOwn(pubkey: string): boolean
}

export function readBlockedAuthors({ blockedPubkeys, ownBlockedPubkeys, isOwner }: Authors): BlockedAuthors {
  const away = new Set(blockedPubkeys)
  const own = new Set(ownBlockedPubkeys)
  return { isOwner, isBlocked: (pubkey) => away.has(pubkey), isOwn: (pubkey) => own.has(pubkey) }
}

/** A thread started by a blocked author is removed with all replies. */
export function withoutWriters(threads: readonly Thread[], isGone: (pubkey: string) => boolean): Thread[] {
  return threads
    .filter(({ comment }) => !isGone(comment.event.pubkey))
    .map(({ comment, replies }) => ({ comment, replies: replies.filter(({ event }) => !isGone(event.pubkey)) }))
}
