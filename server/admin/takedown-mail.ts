/** Notifies the owner of a takedown of its reason, its effect on their money, and how to object; and of its undoing. In
 * the language of the owner's account. */
import { addressIn, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { readUser } from '#server/accounts/users.ts'
import type { TakenDown } from '#server/events.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Mailer } from '#server/platform/mail.ts'
import { mailIn, textIn } from '#server/platform/texts.ts'

type Parts = { database: Database; mailer: Mailer; config: Pick<Config, 'brandName'>; publicUrl: string }

const groundTexts = {
  copyright: 'report.copyright',
  illegal: 'report.illegal',
  hateful: 'report.hateful',
  misleading: 'report.misleading',
  spam: 'report.spam',
  other: 'report.other',
} as const

/** Subscriber for taken-down. A repeated delivery sends the mail again: two mails are better than none. */
export function mailTakedown({ database, mailer, config, publicUrl }: Parts) {
  return async ({ owners, reason, ground, isUndone }: TakenDown): Promise<void> => {
    for (const { userId, titles } of owners) {
      const user = await readUser(database.read, userId)
      if (user === null || user.isDeleted || user.email === null) continue
      const language = user.language ?? PLAIN_LANGUAGE
      await mailer.send({
        to: user.email,
        ...mailIn(language, isUndone ? 'takedownUndone' : 'takedown', {
          name: user.displayName ?? user.username,
          titles: titles.join(', '),
          reason,
          ground: textIn(language, groundTexts[ground ?? 'other']),
          decisions: publicUrl + addressIn('/decisions', language),
          contact: publicUrl + addressIn('/contact', language),
          brand: config.brandName,
        }),
      })
    }
  }
}
