/** Whose words about a work nobody reads here: keys that its owner keeps away from their work, or this server from everything.
 * Whom a reader hides for themselves is hidden-people.ts. */
import type { Wire } from '#contract/endpoint.ts'
import type { listNostrAuthors } from '#contract/nostr-authors.ts'
import type { Thread } from '#protocols/nostr/comments.ts'

type Authors = Pick<Wire<typeof listNostrAuthors>, 'blockedPubkeys' | 'ownBlockedPubkeys' | 'isOwner'>

export type KeptAway = {
  /** The reader owns the work, and may keep others away. */
  isOwner: boolean
  isAway(pubkey: string): boolean
  /** By the reader, who sees them all the same and can let them back in. */
  isOwn(pubkey: string): boolean
}

export function readKeptAway({ blockedPubkeys, ownBlockedPubkeys, isOwner }: Authors): KeptAway {
  const away = new Set(blockedPubkeys)
  const own = new Set(ownBlockedPubkeys)
  return { isOwner, isAway: (pubkey) => away.has(pubkey), isOwn: (pubkey) => own.has(pubkey) }
}

/** A conversation that one of them began goes whole. */
export function withoutWriters(threads: readonly Thread[], isGone: (pubkey: string) => boolean): Thread[] {
  return threads
    .filter(({ comment }) => !isGone(comment.event.pubkey))
    .map(({ comment, replies }) => ({ comment, replies: replies.filter(({ event }) => !isGone(event.pubkey)) }))
}
