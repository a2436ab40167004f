/** Comments on a work and replies to them (NIP-22, kind 1111). Upper-case tags name the root of the conversation,
 * lower-case ones the parent. A track that its artist has published is named by its Nostr address; an episode, or a
 * work that is not on Nostr, by its external id (NIP-73). Likes and reposts are in reactions.ts. */
import type { NostrEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { COMMENT_KIND } from './kinds.ts'
import { readLines } from './profile.ts'
import { addressesOf, externalTag, type Work } from './reactions.ts'
import type { Draft } from './release-events.ts'

export type Comment = {
  event: NostrEvent
  /** Cleaned for display, but still untrusted. */
  text: string
  /** The comment that this replies to. Null: the work itself. */
  parentId: string | null
}
export type Thread = { comment: Comment; replies: Comment[] }

/** The maximum length of a comment written here. */
export const COMMENT_MAX_CHARACTERS = 2_000
const SHOWN_MAX_CHARACTERS = 4_000

/** `relay`: a relay that has the work's event. */
export function draftComment(work: Work, content: string, relay: string): Draft {
  const { external, event } = work
  const [address] = addressesOf(work)
  if (event === null || address === undefined) {
    const tags = [externalTag('I', external), ['K', external.kind], externalTag('i', external), ['k', external.kind]]
    return { kind: COMMENT_KIND, tags, content }
  }
  const kind = String(event.kind)
  const tags = [
    ['A', address, relay],
    ['K', kind],
    ['P', event.pubkey, relay],
    ['a', address, relay],
    // The current version of the event.
    ['e', event.id, relay],
    ['k', kind],
    ['p', event.pubkey, relay],
  ]
  return { kind: COMMENT_KIND, tags, content }
}

/** Keeps the root of the conversation. */
export function draftReply(parent: NostrEvent, content: string, relay: string): Draft {
  const root = ['A', 'E', 'I', 'K', 'P'].flatMap((name) => {
    const tag = parent.tags.find((one) => one[0] === name)
    return tag === undefined ? [] : [tag]
  })
  const tags = [
    ...root,
    ['e', parent.id, relay, parent.pubkey],
    ['k', String(parent.kind)],
    ['p', parent.pubkey, relay],
  ]
  return { kind: COMMENT_KIND, tags, content }
}

/** Null for events that are not a comment on this work, or that have no text. */
export function parseComment(event: NostrEvent, work: Work): Comment | null {
  if (event.kind !== COMMENT_KIND || !isOn(event, work)) return null
  const text = readLines(event.content, SHOWN_MAX_CHARACTERS)
  const answered = valueOf(event, 'k')
  if (text === null || answered === undefined) return null
  if (answered !== String(COMMENT_KIND)) return { event, text, parentId: null }
  const parentId = valueOf(event, 'e') ?? ''
  return HEX_32.test(parentId) ? { event, text, parentId } : null
}

/** Whether the root of the comment is this work. */
function isOn(event: NostrEvent, work: Work): boolean {
  const { external, event: published } = work
  const [address, id, value] = ['A', 'E', 'I'].map((name) => valueOf(event, name))
  const kind = valueOf(event, 'K')
  if (address !== undefined) return addressesOf(work).includes(address) && address.startsWith(`${kind}:`)
  if (id !== undefined) return published !== null && id === published.id && kind === String(published.kind)
  return value === external.value && kind === external.kind
}

/** Conversations with the newest first, and their replies in order. A reply to a missing comment starts its own
 * conversation. */
export function threadComments(comments: readonly Comment[]): Thread[] {
  const byId = new Map(comments.map((comment) => [comment.event.id, comment]))
  const first = (comment: Comment): Comment => {
    let top = comment
    // An event's id depends on its parent's id, so there are no cycles.
    for (let above = parentOf(top, byId); above !== undefined; above = parentOf(top, byId)) top = above
    return top
  }
  const grouped = Map.groupBy(comments, (comment) => first(comment).event.id)
  return [...grouped]
    .map(([id, all]) => ({
      comment: byId.get(id)!,
      replies: all.filter(({ event }) => event.id !== id).toSorted((one, other) => -newestFirst(one, other)),
    }))
    .toSorted((one, other) => newestFirst(one.comment, other.comment))
}

function parentOf({ parentId }: Comment, byId: ReadonlyMap<string, Comment>): Comment | undefined {
  return parentId === null ? undefined : byId.get(parentId)
}

function newestFirst({ event: one }: Comment, { event: other }: Comment): number {
  return other.created_at - one.created_at || (one.id < other.id ? -1 : 1)
}

function valueOf({ tags }: NostrEvent, name: string): string | undefined {
  return tags.find((tag) => tag[0] === name)?.[1]
}
