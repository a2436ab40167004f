/** What rooms tell each other through the outbox: topics with complete payloads, so that no receiver imports the sender.
 * Amounts are msat as integers (JSON). */
export type AssetFinished = { assetId: string }
export type AssetFailed = { assetId: string; reason: string }

/** A payment to content was split and booked. `shares` is what each content got before the platform's fee, `earnings` what
 * each person got from each content after it; what is paid in a time split is that of the recipient content. */
export type PaymentSettled = {
  paymentId: string
  contentId: string
  /** Null for external and anonymous payers. */
  payerId: string | null
  /** The user who paid anonymously: never shown to anybody else. */
  namelessPayerId: string | null
  amountMsat: number
  shares: { contentId: string; amountMsat: number }[]
  earnings: { userId: string; contentId: string; amountMsat: number }[]
  /** The platform's. */
  feeMsat: number
  /** The payer's message. */
  comment: string | null
  /** Where in the content it was paid, in seconds. */
  contentTimeSeconds: number | null
  settledAt: string
}

/** A batch of earnings could not be forwarded; the money stays in the balance. */
export type ForwardGaveUp = { userId: string; batchId: string; address: string; amountMsat: number; reason: string }

/** Their account has ended: whoever still holds something of theirs lets it go. */
export type PersonDeleted = { userId: string; artworkKey: string | null }

/** Somebody asked for a mailed link. Whether anybody has the address is found out where it cannot be timed. */
export type MailAsked = {
  about: 'reset' | 'change'
  subject: string | null
  sealedEmail: string
  /** Of the page it was requested on. */
  language: string | null
}

/** A withdrawal ended without being paid; its money is back in the balance. */
export type PayoutFailed = {
  payoutId: string
  userId: string
  amountMsat: number
  /** The lightning address it was for. */
  address: string | null
  reason: string
  failedAt: string
}

/** Money came into a balance that is nobody's earnings: a deposit of one's own, or a payment to one's lightning address.
 * `type` and `paymentId` are those of the statement. */
export type ReceiptCredited = {
  paymentId: string
  userId: string
  type: 'Deposit' | 'Zap'
  amountMsat: number
  /** When that is somebody here. */
  payerId: string | null
  comment: string | null
  creditedAt: string
}

/** A zap of nostr was paid, to a person or to content: its request as it came, and what its receipt has to say (NIP-57). */
export type ZapPaid = { paymentId: string; zapRequest: string; bolt11: string; paymentHash: string; paidAt: string }

/** A payment came with an address that says which app it is from; it is to be requested. */
export type OriginDue = { paymentId: string }

/** An event this server has signed is to be told to a relay. `attempt` counts from 1; each is one of its own. */
export type NostrDelivery = { eventId: string; event: object; relay: string; attempt: number }

/** An operator keeps this key away; what the relay has of it is to go. */
export type NostrKeyBlocked = { pubkey: string }

/** Something that people are told of besides money: who did it, to what, with which words. */
export type Notice = {
  noticeId: string
  kind: 'account-held' | 'comment' | 'reply' | 'release' | 'new-split' | 'takedown'
  /** At most 500; more people are told by more notices. */
  userIds: string[]
  actorId: string | null
  /** Where that is no person but an artist or a show. */
  actorName?: string
  content: { contentId: string; contentType: string; title: string } | null
  comment: string | null
}

/** Somebody proved who they are and did this with it: the owner is told, in case it was somebody else. */
export type GuardedAction = {
  noticeId: string
  userId: string
  action: string
  amountMsat: number | null
  label: string | null
  at: string
}

/** A browser is to be sent a push message about a notification. `news` says which time it is news. */
export type PushDue = { notificationId: string; subscriptionId: string; news: number; notedAt: string }

/** Content was taken down by an operator, or that was undone. `owners` are told the reason. */
export type TakenDown = {
  takedownId: string
  isUndone: boolean
  reason: string
  owners: { userId: string; titles: string[] }[]
}

/** Files that nothing shows or plays any more. */
export type FilesDropped = { keys: string[] }

export const topics = {
  assetFinished: 'asset-finished',
  assetFailed: 'asset-failed',
  filesDropped: 'files-dropped',
  paymentSettled: 'payment-settled',
  forwardGaveUp: 'forward-gave-up',
  takenDown: 'taken-down',
  payoutFailed: 'payout-failed',
  receiptCredited: 'receipt-credited',
  notice: 'notice',
  guardedAction: 'guarded-action',
  zapPaid: 'zap-paid',
  originDue: 'origin-due',
  nostrDelivery: 'nostr-delivery',
  nostrKeyBlocked: 'nostr-key-blocked',
  pushDue: 'push-due',
  personDeleted: 'person-deleted',
  /** The same a while later, when no request of theirs can be under way any more. */
  personLeft: 'person-left',
  mailAsked: 'mail-asked',
} as const
