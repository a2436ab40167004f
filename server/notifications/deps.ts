/** What the notifications room works with. */
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { Signals } from '#server/platform/event-stream.ts'
import type { Log } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { Outbound } from '#server/platform/outbound.ts'

export type ContentNames = Map<string, { contentType: string; title: string }>

export type NotificationDeps = {
  database: Database
  clock: Clock
  log: Log
  signals: Signals
  mailer: Mailer
  /** For push services, whose addresses come from browsers. */
  outbound: Outbound
  /** What contents are called. */
  namesOfContents: (tx: Tx, contentIds: readonly string[], now: Date) => Promise<ContentNames>
  secret: string
  publicUrl: string
  brandName: string
  /** The sender of mails, whom push services may turn to. */
  mailFrom: string
}

/** Under which name waiting pages are woken. */
export const signalOf = (userId: string): string => `notifications:${userId}`
