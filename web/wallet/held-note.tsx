/** Says that an operator holds the user's outgoing payments, and leads to where the user objects. Draws nothing for others. */
import { Link } from '#web/navigation/link.tsx'
import { useAccount } from '#web/session/account.ts'
import { t } from '#web/words/words.ts'

export function HeldNote() {
  if (useAccount().data?.isLocked !== true) return null
  return (
    <p className="rounded-bar bg-pink-soft px-5 py-4">
      {t('wallet.heldLocked')}{' '}
      <Link to="/decisions" className="font-semi underline">
        {t('decisions.title')}
      </Link>
    </p>
  )
}
