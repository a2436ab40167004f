/** Sending mail. With an SMTP server, a mail is written to the outbox in the caller's transaction and sent from there
 * until the server has accepted it. Without one it is stored in the database, where the sandbox shows it. The text of
 * a mail is in the module that sends it. */
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import type { Database, Tx } from './database/database.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'
import { publish, resealWaiting, type Subscriptions } from './jobs/outbox.ts'
import { createSeal, type Reseal, type Seal } from './secrets/seal.ts'

/** `headers`: in addition to the usual ones, such as List-Unsubscribe. */
export type Mail = { to: string; subject: string; text: string; headers?: Record<string, string> }
/** `send` queues a mail, in the transaction if one is given. It is sent later and is not lost. */
export type Mailer = { send(mail: Mail, tx?: Tx): Promise<void> }
export type UnsentMail = { to: string; subject: string; text: string; links: string[]; sentAt: Date }
type SealedMail = { mailId: string; sealed: string; writtenAt: string }

const UNSENT_MAX = 200
const TOPIC = 'mail'
const CONNECT_MS = 5_000
const SILENCE_MS = 10_000
/** For this long after a failed connection, other mails do not try the server. */
const UNREACHABLE_MS = 5_000
/** By then every link in it has expired. */
const GIVE_UP_MS = 48 * 3_600_000
const REMEMBERED_MAX = 1_000

type MailOptions = {
  smtpUrl: string | null
  from: string
  database: Database
  clock: Clock
  log: Log
  /** Seals queued mails: they contain links that open accounts. */
  secret: string
}

export function createMailer({ smtpUrl, database, clock, log, secret }: MailOptions): Mailer {
  const seal = sealOf(secret)
  return {
    async send(mail, tx = database.read) {
      if (smtpUrl === null) {
        await storeMail(tx, mail, clock.now())
        log.info('mail-kept', { subject: mail.subject })
        return
      }
      const mailId = newId()
      const sealed = seal.close(JSON.stringify(mail)).toString('base64')
      const waiting: SealedMail = { mailId, sealed, writtenAt: clock.now().toISOString() }
      await publish(tx, TOPIC, mailId, waiting)
    },
  }
}

/** For a separate dispatcher, so that a slow mail server delays nothing else; empty without SMTP. */
export function mailSubscriptions({ smtpUrl, from, clock, log, secret }: MailOptions): Subscriptions {
  if (smtpUrl === null) return {}
  const seal = sealOf(secret)
  const timeout = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS }
  const transport = createTransport({ url: smtpUrl, ...timeout }, { from })
  const sent = new Set<string>()
  let unreachableUntilMs = 0
  const host = new URL(smtpUrl).hostname
  const sendOne = async ({ mailId, sealed, writtenAt }: SealedMail): Promise<void> => {
    // In a batch, one mail can fail after others were sent.
    if (sent.has(mailId)) return
    const text = seal.open(Buffer.from(sealed, 'base64'))
    if (text === null || clock.now().getTime() - Date.parse(writtenAt) > GIVE_UP_MS) {
      log.warn('mail-given-up', { mailId, reason: text === null ? 'other secret' : 'too old' })
      return
    }
    if (performance.now() < unreachableUntilMs) throw new Error('The mail server is unreachable')
    try {
      // The same Message-ID at each attempt, so that a mail that arrives twice is recognized as one.
      await transport.sendMail({ ...(JSON.parse(text) as Mail), messageId: `<${mailId}@${host}>` })
    } catch (error) {
      const { responseCode, command } = error as { responseCode?: number; command?: string }
      // The address is refused permanently; a retry would not help.
      if (responseCode !== undefined && responseCode >= 500 && command !== 'CONN' && !command?.startsWith('AUTH')) {
        log.warn('mail-refused', { mailId, responseCode })
        return
      }
      if (responseCode === undefined) unreachableUntilMs = performance.now() + UNREACHABLE_MS
      // The server's message can contain the recipient's address.
      throw new Error(
        `The mail server did not take it (${responseCode ?? (error as { code?: string }).code ?? 'away'})`,
      )
    }
    sent.add(mailId)
    if (sent.size > REMEMBERED_MAX) sent.delete(sent.values().next().value!)
  }
  return { [TOPIC]: [sendOne] }
}

const PURPOSE = 'peal mail'

export async function resealMails(tx: Tx, resealOf: Reseal): Promise<void> {
  await resealWaiting(tx, { topic: TOPIC, field: 'sealed', reseal: resealOf(PURPOSE) })
}

function sealOf(secret: string): Seal {
  return createSeal([secret], PURPOSE)
}

async function storeMail(tx: Tx, mail: Mail, now: Date): Promise<void> {
  // Punctuation after a link is not part of it.
  const links = (mail.text.match(/https?:\/\/\S+/g) ?? []).map((link) => link.replace(/[.,;:!?)\]}>'"。、」）]+$/u, ''))
  await sql`
    INSERT INTO unsent_mail (id, recipient, subject, body, links, sent_at)
    VALUES (${newId()}, ${mail.to}, ${mail.subject}, ${mail.text}, ${JSON.stringify(links)}::jsonb, ${now})`.execute(tx)
}

export async function listUnsentMails(database: Database, to: string | undefined): Promise<UnsentMail[]> {
  const { rows } = await sql<{ recipient: string; subject: string; body: string; links: string[]; sent_at: Date }>`
    SELECT recipient, subject, body, links, sent_at FROM unsent_mail
    WHERE ${to ?? null}::text IS NULL OR recipient = ${to ?? null}
    ORDER BY sent_at DESC LIMIT ${UNSENT_MAX}`.execute(database.read)
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    links: row.links,
    sentAt: row.sent_at,
  }))
}
