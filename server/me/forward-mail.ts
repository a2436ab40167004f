/** Notifies a user by mail that earnings could not be forwarded. By then the money is in the balance. */
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import { readUser } from '#server/accounts/users.ts'
import type { ForwardAbandoned } from '#server/events.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { mailIn } from '#server/platform/texts.ts'

type Deps = { database: Database; mailer: Mailer; config: Pick<Config, 'brandName'>; publicUrl: string }

/** Subscriber for forward-gave-up. A repeated delivery sends the mail again: two mails are better than none. */
export function mailForwardAbandoned({ database, mailer, config, publicUrl }: Deps) {
  return async (event: ForwardAbandoned): Promise<void> => {
    const user = await readUser(database.read, event.userId)
    if (user === null || user.isDeleted || user.email === null || !user.emailVerified) return
    const language = user.language ?? PLAIN_LANGUAGE
    await mailer.send({
      to: user.email,
      ...mailIn(language, 'forwardFailed', {
        name: user.displayName ?? user.username,
        sats: formatSats(event.amountMsat, language),
        address: event.address,
        link: publicUrl + addressIn('/transactions', language),
        brand: config.brandName,
      }),
    })
  }
}
