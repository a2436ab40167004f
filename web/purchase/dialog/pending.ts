/** Purchases whose invoice is open, kept on the device: closing the dialog or the page must not lose the private link. */
import type { Wire } from '#contract/endpoint.ts'
import type { createPurchaseInvoice } from '#contract/listening/purchases.ts'

export type Pending = Wire<typeof createPurchaseInvoice> & {
  /** For whom it is, as typed; null for the buyer. */
  giftTo: string | null
}

const keyOf = (contentId: string) => `peal.purchase.${contentId}`

export function readPending(contentId: string): Pending | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(contentId)) ?? 'null') as Pending | null
  } catch {
    return null
  }
}

/** Without storage, the purchase is remembered until the page is closed. */
export function writePending(contentId: string, pending: Pending | null): void {
  try {
    if (pending === null) localStorage.removeItem(keyOf(contentId))
    else localStorage.setItem(keyOf(contentId), JSON.stringify(pending))
  } catch {
    // The dialog still has it.
  }
}
