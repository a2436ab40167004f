/** Purchases whose invoice is open, saved on the device: closing the dialog or the page must not lose the private link. */
import type { Wire } from '#contract/endpoint.ts'
import type { createPurchaseInvoice } from '#contract/listening/purchases.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

export type Pending = Wire<typeof createPurchaseInvoice> & {
  /** For whom it is, as typed; null for the buyer. */
  giftTo: string | null
}

const keyOf = (contentId: string) => `peal.purchase.${contentId}`
/** Of an account: deleted when its session ends (session.ts). */
const ownKeyOf = (contentId: string) => `peal.own-purchase.${contentId}`

export const readPending = (contentId: string) =>
  (readStored(ownKeyOf(contentId)) ?? readStored(keyOf(contentId))) as Pending | null

/** Without storage, the purchase is remembered until the page is closed. */
export function writePending(contentId: string, pending: Pending | null, isSignedIn: boolean): void {
  if (pending !== null) return writeStored(isSignedIn ? ownKeyOf(contentId) : keyOf(contentId), pending)
  writeStored(ownKeyOf(contentId), null)
  writeStored(keyOf(contentId), null)
}
