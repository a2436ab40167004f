/** Publishes reactions and comments on nostr, and deletes them: drafted by protocols/nostr, signed with the reader's
 * key, published to the relays, and shown immediately. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { draftDeletion } from '#protocols/nostr/event-status.ts'
import type { Work } from '#protocols/nostr/reactions.ts'
import type { Draft } from '#protocols/nostr/release-events.ts'
import { publishAs, signerOfAny } from '#web/nostr/own-signer.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'
import type { NostrSigner } from '#web/nostr/signer.ts'
import type { OwnKey } from './own-key.ts'
import type { ReactionWatch } from './reaction-watch.ts'

/** `publish` and `remove` throw errors that describePublishing can describe. */
export type ReactionActions = {
  work: Work
  own: OwnKey
  /** The relay where others find the content. */
  relay: string
  publish(draft: Draft): Promise<void>
  /** Deletes the reader's own events. */
  remove(events: readonly NostrEvent[]): Promise<void>
}

type Parts = { work: Work; own: OwnKey; relay: string; pool: RelayPool; watch: ReactionWatch }

export function createReactionActions({ work, own, relay, pool, watch }: Parts): ReactionActions {
  async function send(draft: UnsignedEvent, signer: NostrSigner): Promise<void> {
    const event = await publishAs(signer, pool, draft)
    watch.take(event)
    own.note(event.pubkey)
  }
  return {
    work,
    own,
    relay,
    async publish(draft) {
      const signer = await signerOfAny(own.linked)
      const pubkey = await signer.getPublicKey()
      // Otherwise a like repeated within the same second would be identical to the deleted one.
      const before = watch.read().events.filter((event) => event.pubkey === pubkey && event.kind === draft.kind)
      const created_at = Math.max(nowSeconds(), ...before.map((event) => event.created_at + 1))
      await send({ ...draft, created_at }, signer)
    },
    async remove(events) {
      const signer = await signerOfAny([...new Set(events.map(({ pubkey }) => pubkey))])
      const pubkey = await signer.getPublicKey()
      await send(
        draftDeletion(
          events.filter((event) => event.pubkey === pubkey),
          nowSeconds(),
        ),
        signer,
      )
    },
  }
}

const nowSeconds = (): number => Math.floor(Date.now() / 1_000)
