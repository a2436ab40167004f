/** Tells the owner of what was taken down why, what it means for their money, and how to object; and when it is back. */
import { readPerson } from '#server/accounts/people.ts'
import type { TakenDown } from '#server/events.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Mailer } from '#server/platform/mail.ts'

type Parts = { database: Database; mailer: Mailer; config: Pick<Config, 'brandName'>; publicUrl: string }

/** Subscriber for taken-down. Sent again when it is told twice: better two mails than none. */
export function mailTakedown({ database, mailer, config, publicUrl }: Parts) {
  return async ({ owners, reason, isUndone }: TakenDown): Promise<void> => {
    for (const { userId, titles } of owners) {
      const person = await readPerson(database.read, userId)
      if (person === null || person.isDeleted || person.email === null) continue
      const said = isUndone
        ? ['is back, and your payments are free again, unless something else holds them.', '', `Why: ${reason}`]
        : [
            'is not shown any more.',
            '',
            `Why: ${reason}`,
            '',
            'You can still log in, listen and receive. What you earn is kept in your balance; payments out of it are held.',
            `If you think this is wrong, answer this mail or write to us: ${publicUrl}/contact`,
          ]
      await mailer.send({
        to: person.email,
        subject: isUndone ? 'Your content is back' : 'Your content was taken down',
        text: [
          `Hello ${person.displayName ?? person.username},`,
          '',
          titles.join(', '),
          ...said,
          '',
          config.brandName,
        ].join('\n'),
      })
    }
  }
}
