/** The link back to the list of transactions. */
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

export function BackToTransactions() {
  return (
    <ButtonLink
      to="/transactions"
      kind="quiet"
      size="small"
      icon={<ChevronRightIcon size={16} aria-hidden="true" className="rotate-180" />}
    >
      {t('wallet.back')}
    </ButtonLink>
  )
}
