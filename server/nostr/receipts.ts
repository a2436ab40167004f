/** Zap receipts (NIP-57, appendix E): one for each paid zap request, signed by this server, stored, and sent to our own
 * relay, the configured public relays and those that the payer named. */
import { sql } from 'kysely'
import { type NostrEvent, signEvent } from '#protocols/nostr/event.ts'
import { draftZapReceipt, relaysOfZap } from '#protocols/nostr/zap.ts'
import type { ZapPaid } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { storeOwnEvent } from '#server/relay/store.ts'
import type { NostrDeps } from './deps.ts'
import { notifyRelays } from './relay-notifications.ts'

/** Subscriber for zap-paid. A repeated delivery finds the existing receipt. */
export function writeZapReceipts(deps: NostrDeps): (paid: ZapPaid) => Promise<void> {
  return async (paid) => {
    const preimage = await deps.findPreimage(paid.paymentHash)
    const { bolt11, zapRequest } = paid
    const draft = draftZapReceipt(zapRequest, { bolt11, paidAt: new Date(paid.paidAt), preimage })
    const signed = signEvent(draft, deps.key.secretKey)
    await deps.database.transaction(async (tx) => {
      const event = await saveReceipt(tx, paid.paymentId, signed, deps.clock.now())
      await storeOwnEvent(tx, event, deps.clock.now())
      await notifyRelays(tx, event, [...deps.publicRelays, ...relaysOfZap(zapRequest)], deps)
    })
  }
}

/** The receipt of this payment: the new one, or the one stored before. */
async function saveReceipt(tx: Tx, paymentId: string, event: NostrEvent, now: Date): Promise<NostrEvent> {
  await sql`INSERT INTO zap_receipt (payment_id, event_id, event, created_at)
    VALUES (${paymentId}, ${event.id}, ${JSON.stringify(event)}::jsonb, ${now})
    ON CONFLICT (payment_id) DO NOTHING`.execute(tx)
  const { rows } = await sql<{ event: NostrEvent }>`
    SELECT event FROM zap_receipt WHERE payment_id = ${paymentId}`.execute(tx)
  return rows[0]!.event
}
