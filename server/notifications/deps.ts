/** The dependencies of the notifications module. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Signals } from '#server/platform/signals.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'

export type ContentNames = Map<string, { contentType: string; title: string }>

export type NotificationDeps = {
  database: Database
  clock: Clock
  log: Log
  signals: Signals
  mailer: Mailer
  /** For push services, whose URLs are supplied by browsers. */
  outbound: Outbound
  /** Titles of contents. */
  namesOfContents: (tx: Tx, contentIds: readonly string[], now: Date) => Promise<ContentNames>
  /** The path of the private link to what a purchase gave. */
  privateLinkOf: (purchaseId: string) => string
  /** Those of these pairs, as `user person`, in which the user has muted or blocked the person. */
  selectSilenced: (tx: Tx, pairs: readonly { userId: string; personId: string }[]) => Promise<ReadonlySet<string>>
  secret: string
  publicUrl: string
  brandName: string
  /** The sender of mails, as the contact for push services. */
  mailFrom: string
}

/** The signal that wakes a user's waiting pages. */
export const signalOf = (userId: string): string => `notifications:${userId}`
