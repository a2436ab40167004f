/** Mails about proofs: the code that proves control of a mailbox, and the notification of the account's
 * owner after each use of a proof. */
import { addressIn, type Language, PLAIN_LANGUAGE } from '#contract/languages.ts'
import { formatSats } from '#contract/money.ts'
import { formatAction } from '#contract/accounts/proof-texts.ts'
import type { ProofAction } from '#contract/accounts/needed-proof.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { makeHoldToken } from '#server/accounts/own-hold.ts'
import { readUser } from '#server/accounts/users.ts'
import type { GuardedAction } from '#server/events.ts'
import type { Mail } from '#server/platform/mail.ts'
import { mailIn, textIn } from '#server/platform/texts.ts'

type ProofCode = { to: string; code: string; language: Language | null; brand: string }

export const proofCodeMail = ({ to, code, language, brand }: ProofCode): Mail => ({
  to,
  ...mailIn(language ?? PLAIN_LANGUAGE, 'proofCode', { code, brand }),
})

/** Subscriber for guarded-action. A repeated delivery sends the mail again: two mails are better than none. */
export function mailGuardedAction({ database, mailer, config, publicUrl, secret }: Omit<AuthDeps, 'clock'>) {
  return async (event: GuardedAction): Promise<void> => {
    const user = await readUser(database.read, event.userId)
    if (user === null || user.isDeleted || user.email === null || !user.emailVerified) return
    const language = user.language ?? PLAIN_LANGUAGE
    const sats = event.amountMsat === null ? null : formatSats(event.amountMsat, language)
    const token = makeHoldToken(secret, event.userId)
    const action = textIn(language, `proofAction.${event.action as ProofAction}`)
    await mailer.send({
      to: user.email,
      ...mailIn(language, 'guardedAction', {
        name: user.displayName ?? user.username,
        what: formatAction(action, { label: event.label, sats }),
        link: publicUrl + addressIn(`/hold-payments?token=${token}`, language),
        brand: config.brandName,
      }),
    })
  }
}
