/** Notifies a user's apps that they were paid or have paid (NIP-47), in both encryptions; an app reads one of them. */
import { createNotification, WALLET_ENCRYPTIONS } from '#protocols/nostr/wallet-connect.ts'
import type { WalletNotificationType } from '#protocols/nostr/wallet-methods.ts'
import type { ReceiptCredited } from '#server/events.ts'
import { readInvoice } from '#server/payments/invoices/queries.ts'
import { listConnectionRows } from './connection-queries.ts'
import type { WalletDeps } from './deps.ts'
import { walletKeyOf } from './keys.ts'
import { findTransaction } from './methods.ts'
import { publishEvents } from './publish-events.ts'

export async function notifyPaid(
  deps: WalletDeps,
  userId: string,
  paymentHash: string,
  type: WalletNotificationType,
): Promise<void> {
  const now = deps.clock.now()
  const connections = (await listConnectionRows(deps.database.read, userId)).filter(
    ({ permissions, expires_at: end }) => permissions.includes('notifications') && (end === null || end > now),
  )
  if (connections.length === 0) return
  const transaction = await findTransaction(deps, userId, paymentHash)
  if (transaction === null) return
  const createdAtSeconds = Math.floor(now.getTime() / 1_000)
  const events = connections.flatMap(({ id, client_pubkey: clientPubkey }) =>
    WALLET_ENCRYPTIONS.map((encryption) =>
      createNotification(
        { type, transaction },
        { clientPubkey, encryption },
        { secretKey: walletKeyOf(deps.secret, id), createdAtSeconds },
      ),
    ),
  )
  await publishEvents(deps, events)
}

/** Subscriber for receipt-credited. Skips receipts that have no invoice row or no payment hash. */
export function notifyReceived(deps: WalletDeps): (credited: ReceiptCredited) => Promise<void> {
  return async ({ userId, paymentId }) => {
    const invoice = await readInvoice(deps.database.read, paymentId)
    if (invoice === undefined || invoice.payment_hash === null || invoice.owner_id !== userId) return
    await notifyPaid(deps, userId, invoice.payment_hash, 'payment_received')
  }
}
