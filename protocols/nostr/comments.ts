/** Comments on a work and replies to them (NIP-22, kind 1111): upper-case tags say what the whole conversation is about,
 * lower-case ones what is answered. A track that its artist has published is named by its address; an episode, and what is
 * not on nostr, by its id outside of it (NIP-73). Likes and reposts are reactions.ts. */
import type { NostrEvent } from './event.ts'
import { HEX_32 } from './hex.ts'
import { COMMENT_KIND } from './kinds.ts'
import { readLines } from './profile.ts'
import { addressesOf, outsideTag, type Work } from './reactions.ts'
import type { Draft } from './release-events.ts'

export type Comment = {
  event: NostrEvent
  /** Fit to be shown; the words of a stranger all the same. */
  text: string
  /** The comment it answers; null: the work itself. */
  parentId: string | null
}
export type Thread = { comment: Comment; replies: Comment[] }

/** How long one may be that is written here. */
export const COMMENT_MAX_LETTERS = 2_000
const SHOWN_MAX_LETTERS = 4_000

/** `relay`: where the work's event is found. */
export function draftComment(work: Work, words: string, relay: string): Draft {
  const { outside, event } = work
  const [address] = addressesOf(work)
  if (event === null || address === undefined) {
    const tags = [outsideTag('I', outside), ['K', outside.kind], outsideTag('i', outside), ['k', outside.kind]]
    return { kind: COMMENT_KIND, tags, content: words }
  }
  const kind = String(event.kind)
  const tags = [
    ['A', address, relay],
    ['K', kind],
    ['P', event.pubkey, relay],
    ['a', address, relay],
    // The version that was there.
    ['e', event.id, relay],
    ['k', kind],
    ['p', event.pubkey, relay],
  ]
  return { kind: COMMENT_KIND, tags, content: words }
}

/** What the conversation is about stays as it was. */
export function draftReply(parent: NostrEvent, words: string, relay: string): Draft {
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
  return { kind: COMMENT_KIND, tags, content: words }
}

/** Null for what is no comment on this work, or says nothing. */
export function readComment(event: NostrEvent, work: Work): Comment | null {
  if (event.kind !== COMMENT_KIND || !isOn(event, work)) return null
  const text = readLines(event.content, SHOWN_MAX_LETTERS)
  const answered = valueOf(event, 'k')
  if (text === null || answered === undefined) return null
  if (answered !== String(COMMENT_KIND)) return { event, text, parentId: null }
  const parentId = valueOf(event, 'e') ?? ''
  return HEX_32.test(parentId) ? { event, text, parentId } : null
}

/** Its root is the work, named in full. */
function isOn(event: NostrEvent, work: Work): boolean {
  const { outside, event: published } = work
  const [address, id, value] = ['A', 'E', 'I'].map((name) => valueOf(event, name))
  const kind = valueOf(event, 'K')
  if (address !== undefined) return addressesOf(work).includes(address) && address.startsWith(`${kind}:`)
  if (id !== undefined) return published !== null && id === published.id && kind === String(published.kind)
  return value === outside.value && kind === outside.kind
}

/** The newest conversation first, what is said in it in order. An answer to what is not there stands for itself. */
export function threadComments(comments: readonly Comment[]): Thread[] {
  const byId = new Map(comments.map((comment) => [comment.event.id, comment]))
  const first = (comment: Comment): Comment => {
    let top = comment
    // An id is made of what it answers, so this ends.
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
