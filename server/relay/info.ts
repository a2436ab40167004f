/** The relay information document (NIP-11). */
import type { RelayDeps } from './deps.ts'
import { ACCEPTED_KINDS } from './policy.ts'

const SUPPORTED_NIPS = [1, 9, 11, 40, 42, 45, 50, 70]

export function describeRelay({ name, pubkey, limits, publicUrl, version }: RelayDeps): object {
  return {
    name,
    description: `The relay of ${name}: music, podcasts, and comments and zaps about them.`,
    pubkey,
    contact: `${publicUrl}/contact`,
    icon: `${publicUrl}/icon-512.png`,
    software: `${publicUrl}/docs`,
    version,
    supported_nips: SUPPORTED_NIPS,
    limitation: {
      max_message_length: limits.messageMaxBytes,
      max_subscriptions: limits.subscriptionsPerConnection,
      max_limit: limits.eventsPerFilter,
      default_limit: limits.eventsPerFilter,
      max_subid_length: 64,
      auth_required: false,
      payment_required: false,
      restricted_writes: true,
    },
    retention: [{ kinds: ACCEPTED_KINDS }],
  }
}
