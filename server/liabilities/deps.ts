/** The dependencies of proofs of balances. */
import type { LightningNode } from '#server/lightning/node.ts'
import type { NostrDeps } from '#server/nostr/deps.ts'

export type LiabilityDeps = Pick<
  NostrDeps,
  'database' | 'clock' | 'log' | 'key' | 'outbound' | 'relayUrl' | 'publicRelays'
> & {
  node: Pick<LightningNode, 'balance'>
  nodePubkey: string
  network: string
  /** The public origin of this server. */
  publicUrl: string
  /** The secret of this installation. */
  secret: string
}
