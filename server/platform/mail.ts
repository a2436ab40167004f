/** Sending mail: by SMTP when configured; else kept in the database, where the sandbox shows it, and named in the log.
 * Not the words of a mail; those stand in the room that sends it. */
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { newId } from './ids.ts'
import type { Log } from './log.ts'

export type Mail = { to: string; subject: string; text: string }
export type Mailer = { send(mail: Mail): Promise<void> }
export type UnsentMail = { to: string; subject: string; text: string; links: string[]; sentAt: Date }

const UNSENT_MAX = 200

export function createMailer(options: {
  smtpUrl: string | null
  from: string
  database: Database
  clock: Clock
  log: Log
}): Mailer {
  const { smtpUrl, from, database, clock, log } = options
  if (smtpUrl !== null) {
    const transport = createTransport(smtpUrl)
    return {
      async send(mail) {
        await transport.sendMail({ from, ...mail })
      },
    }
  }
  return {
    async send(mail) {
      const links = mail.text.match(/https?:\/\/\S+/g) ?? []
      await sql`
        INSERT INTO unsent_mail (id, recipient, subject, body, links, sent_at)
        VALUES (${newId()}, ${mail.to}, ${mail.subject}, ${mail.text}, ${JSON.stringify(links)}::jsonb, ${clock.now()})`.execute(
        database.read,
      )
      log.info('mail-kept', { subject: mail.subject })
    },
  }
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
