/** Saying something about a work on nostr, and taking it back: drafted by protocols/nostr, signed by the reader's own key, told
 * to the relays, and shown at once. */
import type { NostrEvent, UnsignedEvent } from '#protocols/nostr/event.ts'
import { draftDeletion } from '#protocols/nostr/event-standing.ts'
import type { Work } from '#protocols/nostr/reactions.ts'
import type { Draft } from '#protocols/nostr/release-events.ts'
import { publishAs, signerOfAny } from '../nostr/own-signer.ts'
import type { RelayPool } from '../nostr/relay-pool.ts'
import type { NostrSigner } from '../nostr/signer.ts'
import type { OwnKey } from './own-key.ts'
import type { ReactionWatch } from './reaction-watch.ts'

/** Both throw what describePublishing has words for. */
export type ReactionDesk = {
  work: Work
  own: OwnKey
  /** Where others find what is spoken about. */
  relay: string
  publish(draft: Draft): Promise<void>
  /** One's own. */
  remove(events: readonly NostrEvent[]): Promise<void>
}

type Parts = { work: Work; own: OwnKey; relay: string; pool: RelayPool; watch: ReactionWatch }

export function createReactionDesk({ work, own, relay, pool, watch }: Parts): ReactionDesk {
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
      const pubkey = await signer.readPublicKey()
      // Else the same like within a second would be the very one that was deleted.
      const before = watch.read().events.filter((event) => event.pubkey === pubkey && event.kind === draft.kind)
      const created_at = Math.max(nowSeconds(), ...before.map((event) => event.created_at + 1))
      await send({ ...draft, created_at }, signer)
    },
    async remove(events) {
      const signer = await signerOfAny([...new Set(events.map(({ pubkey }) => pubkey))])
      const pubkey = await signer.readPublicKey()
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
