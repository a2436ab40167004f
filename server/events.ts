/** Events that modules send each other through the outbox: topics with complete payloads, so that no subscriber imports
 * the publisher. Amounts are msat as integers (JSON). */
export type AssetFinished = { assetId: string }
/** `reason` is a text for the artist, `code` the same for programs (contract/audio-refusals.ts), which earlier servers leave
 * out. */
export type AssetFailed = { assetId: string; reason: string; code?: string }

/** A payment to content was split and booked. `shares` is what each content received before the platform's
 * fee, `earnings` what each user earned from each content after it. A share paid through a time split
 * belongs to the recipient content. */
export type PaymentSettled = {
  paymentId: string
  contentId: string
  /** Null if the payer is external or anonymous. */
  payerId: string | null
  /** The payer of an anonymous payment. Shown to nobody but the payer. */
  namelessPayerId: string | null
  amountMsat: number
  shares: { contentId: string; amountMsat: number }[]
  earnings: { userId: string; contentId: string; amountMsat: number }[]
  /** The platform's fee. */
  feeMsat: number
  /** The payer's message. */
  comment: string | null
  /** Position in the content at which the payment was made, in seconds. */
  contentTimeSeconds: number | null
  /** Paid by the house: it has no payer and does not count in charts. Absent in events of earlier releases. */
  isGift?: boolean
  settledAt: string
}

/** Shares that waited for a partner's consent were paid, to the partner or to the owner. Their payments were announced by
 * PaymentSettled without them. */
export type ShareSettled = {
  shareId: string
  earnings: {
    userId: string
    contentId: string
    source: 'gift' | 'time-split' | 'wallet' | 'balance'
    amountMsat: number
  }[]
  settledAt: string
}

/** A batch of earnings could not be forwarded; the money stays in the balance. */
export type ForwardAbandoned = { userId: string; batchId: string; address: string; amountMsat: number; reason: string }

/** The user's account was deleted a minute ago: no request of the user is in progress any more. */
export type UserDeleted = { userId: string }

/** A mailed link was requested. Whether the address has an account is looked up later, where the time it takes
 * reveals nothing to the requester. */
export type MailRequested = {
  about: 'reset' | 'change'
  /** The user whose address changes. Null for a reset. */
  userId: string | null
  sealedEmail: string
  /** The language of the page it was requested on. */
  language: string | null
}

/** A withdrawal ended without being paid; its money is back in the balance. */
export type PayoutFailed = {
  payoutId: string
  userId: string
  amountMsat: number
  /** The lightning address of the recipient. */
  address: string | null
  reason: string
  failedAt: string
}

/** A balance was credited with money that is not earnings: a user's own deposit, or a payment to the user's lightning
 * address. `type` and `paymentId` are those of the statement. */
export type ReceiptCredited = {
  paymentId: string
  userId: string
  type: 'Deposit' | 'Zap'
  amountMsat: number
  /** Set when the payer has an account here. */
  payerId: string | null
  comment: string | null
  creditedAt: string
}

/** A nostr zap to a user or to content was paid: the zap request as received, and what the
 * receipt must contain (NIP-57). */
export type ZapPaid = { paymentId: string; zapRequest: string; bolt11: string; paymentHash: string; paidAt: string }

/** A payment came with an address that describes which app sent it; that address has to be fetched. */
export type OriginDue = { paymentId: string }

/** An event signed by this server is to be sent to a relay. `attempt` counts from 1; each attempt is its own event. */
export type NostrDelivery = { eventId: string; event: object; relay: string; attempt: number }

/** An operator blocked this key; the relay deletes the events it has stored from it. */
export type NostrKeyBlocked = { pubkey: string }

/** Something that users are notified of besides money: the actor, the content, and the text. */
export type Notice = {
  noticeId: string
  kind:
    | 'account-held'
    | 'stream-stopped'
    | 'comment'
    | 'reply'
    | 'release'
    | 'genre-news'
    | 'new-split'
    | 'split-taken'
    | 'split-accepted'
    | 'split-declined'
    | 'follower'
    | 'ticket-sold'
    | 'named'
    | 'ownership-offer'
    | 'ownership-declined'
    | 'ownership'
    | 'gift'
    | 'fan-message'
    | 'event-reminder'
    | 'thanks'
    | 'takedown'
    | 'moderation'
  /** Notices of one kind and subject are combined for each user; without it, each notice is alone. */
  subject?: string
  /** At most 500; more recipients need more notices. */
  userIds: string[]
  /** How many things it is about; 1 when absent. */
  count?: number
  amountMsat?: number
  actorId: string | null
  /** Set when the actor is an artist or a show instead of a user. */
  actorName?: string
  content: { contentId: string; contentType: string; title: string } | null
  comment: string | null
  /** Of a decision of a moderator: what it answers. `spare`: a gift that the user already has. */
  reason?: string
}

/** A user authenticated again and did this. The account's owner is notified, in case it was somebody else. */
export type GuardedAction = {
  noticeId: string
  userId: string
  action: string
  amountMsat: number | null
  label: string | null
  at: string
}

/** A push message about a notification is to be sent to a browser. `news` counts how often the
 * notification became new again. */
export type PushDue = { notificationId: string; subscriptionId: string; news: number; notedAt: string }

/** A hold on the user's outgoing money was released. Another hold may remain. */
export type HoldReleased = { userId: string }

/** Content was taken down by an operator, or a takedown was undone. `owners` are notified of the reason. */
export type TakenDown = {
  takedownId: string
  isUndone: boolean
  reason: string
  /** Of a takedown; absent in events of earlier releases. */
  ground?: 'copyright' | 'illegal' | 'hateful' | 'misleading' | 'spam' | 'other'
  owners: { userId: string; titles: string[] }[]
}

/** A download was bought, and the right to it exists. */
export type Bought = { purchaseId: string }

/** Files that nothing shows or plays any longer. */
export type FilesDropped = { keys: string[] }

/** Formal notices or objections arrived or were decided; those who are to know are mailed. */
export type ReportsMailed = { reportIds: string[] }

/** An upload is like a recording that was taken down, and waits for an operator. */
export type AssetHeld = { assetId: string; owner: string; name: string }

export const topics = {
  assetFinished: 'asset-finished',
  assetFailed: 'asset-failed',
  filesDropped: 'files-dropped',
  paymentSettled: 'payment-settled',
  shareSettled: 'share-settled',
  forwardGaveUp: 'forward-gave-up',
  holdReleased: 'hold-released',
  takenDown: 'taken-down',
  reportsMailed: 'reports-mailed',
  assetHeld: 'asset-held',
  payoutFailed: 'payout-failed',
  receiptCredited: 'receipt-credited',
  notice: 'notice',
  guardedAction: 'guarded-action',
  zapPaid: 'zap-paid',
  originDue: 'origin-due',
  nostrDelivery: 'nostr-delivery',
  nostrKeyBlocked: 'nostr-key-blocked',
  pushDue: 'push-due',
  personLeft: 'person-left',
  mailAsked: 'mail-asked',
  bought: 'bought',
} as const
