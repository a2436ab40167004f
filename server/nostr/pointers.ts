/** Resolves nostr entities to our pages: a user with a key here, or a release, show or episode that its artist
 * published from here. Other clients send their users to it (handler.ts). */
import type { FastifyInstance } from 'fastify'
import { findOnNostr } from '#contract/accounts/nostr.ts'
import { type NostrEvent, readEvent } from '#protocols/nostr/event.ts'
import { parseFilter } from '#protocols/nostr/filter.ts'
import { type Pointer, parsePointer } from '#protocols/nostr/handler.ts'
import { classOfKind, slotOf } from '#protocols/nostr/kinds.ts'
import { pathInTags, pathOfSlot } from '#protocols/nostr/work-address.ts'
import { readUserByIdentity } from '#server/accounts/users.ts'
import { notFound } from '#server/platform/errors.ts'
import { on } from '#server/platform/http/http.ts'
import { NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import { queryEvents } from '#server/relay/query.ts'
import type { NostrDeps } from './deps.ts'

const LOOKUPS_PER_MINUTE = { max: 300, windowSeconds: 60 }

type PointerDeps = Pick<NostrDeps, 'database' | 'clock'> & { publicUrl: string }

export function pointerRoutes(app: FastifyInstance, deps: PointerDeps): void {
  const { database, clock } = deps
  on(app, findOnNostr, async ({ query }, { caller }) => {
    await countUse(database.read, `nostr-pointer:${caller.ip}`, LOOKUPS_PER_MINUTE, clock.now())
    return { path: await findPath(deps, query.code) }
  })
}

/** Anybody. Throws 404 for entities that are not ours. */
async function findPath(deps: PointerDeps, code: string): Promise<string> {
  const pointer = parsePointer(code)
  const path = pointer === null ? null : await pathOf(deps, pointer)
  if (path === null) throw notFound()
  return path
}

async function pathOf(deps: PointerDeps, pointer: Pointer): Promise<string | null> {
  if (pointer.type === 'person') {
    const identity = { issuer: NOSTR_ISSUER, subject: pointer.pubkey }
    const user = await readUserByIdentity(deps.database.read, identity)
    return user === null || user.isDeleted ? null : `/profile/${user.username}`
  }
  if (pointer.type === 'event') return pathOfEvent(deps, await findStored(deps, { ids: [pointer.id] }))
  const { kind, pubkey, slot } = pointer
  // The artist may have republished it under a new event; the slot stays the same.
  if (classOfKind(kind) === 'addressable') return pathOfSlot(kind, slot)
  return pathOfEvent(deps, await findStored(deps, { kinds: [kind], authors: [pubkey] }))
}

function pathOfEvent({ publicUrl }: PointerDeps, event: NostrEvent | null): string | null {
  if (event === null) return null
  return pathInTags(event, publicUrl) ?? pathOfSlot(event.kind, slotOf(event) ?? '')
}

async function findStored({ database, clock }: PointerDeps, asked: object): Promise<NostrEvent | null> {
  const reader = { keys: new Set<string>(), now: clock.now() }
  const [found] = await queryEvents(database.read, parseFilter(asked), reader, 1)
  return found === undefined ? null : readEvent(JSON.parse(found.body))
}
