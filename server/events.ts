/** What rooms tell each other through the outbox: topics with complete payloads, so that no receiver imports the sender.
 * Amounts are msat as integers (JSON). */
export type AssetFinished = { assetId: string }
export type AssetFailed = { assetId: string; reason: string }

/** A payment to content was split and booked. `shares` is what each content got before the platform's fee. */
export type PaymentSettled = {
  paymentId: string
  contentId: string
  payerId: string | null
  amountMsat: number
  shares: { contentId: string; amountMsat: number }[]
  settledAt: string
}

export const topics = {
  assetFinished: 'asset-finished',
  assetFailed: 'asset-failed',
  paymentSettled: 'payment-settled',
} as const
