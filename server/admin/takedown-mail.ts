/** Notifies the owner of a takedown of its reason, its effect on their money, and how to object; and of its undoing. In
 * the language of the owner's account. */
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readPerson } from '#server/accounts/people.ts'
import type { TakenDown } from '#server/events.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { mailIn } from '#server/platform/texts.ts'

type Parts = { database: Database; mailer: Mailer; config: Pick<Config, 'brandName'>; publicUrl: string }

/** Subscriber for taken-down. A repeated delivery sends the mail again: two mails are better than none. */
export function mailTakedown({ database, mailer, config, publicUrl }: Parts) {
  return async ({ owners, reason, isUndone }: TakenDown): Promise<void> => {
    for (const { userId, titles } of owners) {
      const person = await readPerson(database.read, userId)
      if (person === null || person.isDeleted || person.email === null) continue
      const language = person.language ?? PLAIN_LANGUAGE
      await mailer.send({
        to: person.email,
        ...mailIn(language, isUndone ? 'takedownUndone' : 'takedown', {
          name: person.displayName ?? person.username,
          titles: titles.join(', '),
          reason,
          contact: publicUrl + addressIn('/contact', language),
          brand: config.brandName,
        }),
      })
    }
  }
}
