/** Says that an operator, a takedown or a debt holds the user's outgoing payments, and where to object. Renders nothing for all
 * others. */
import { Link } from '#web/navigation/link.tsx'
import { useAccount } from '#web/session/account.ts'
import { t } from '#web/words/words.ts'

export function HeldNote() {
  if (useAccount().data?.isLocked !== true) return null
  return (
    <section aria-label={t('wallet.paymentsHeld')} className="rounded-bar bg-pink-soft px-5 py-4">
      <h2 className="font-text text-base font-strong tracking-normal">{t('wallet.paymentsHeld')}</h2>
      <p className="text-sm text-ink-2">
        {t('wallet.paymentsHeldHint')}{' '}
        <Link to="/decisions" className="font-semi text-ink underline">
          {t('decisions.title')}
        </Link>
      </p>
    </section>
  )
}
