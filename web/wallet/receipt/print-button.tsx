/** Prints the page. */
import { Button } from '#web/ui/controls/button.tsx'
import { PrintIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

export function PrintButton() {
  return (
    <Button
      kind="quiet"
      size="small"
      icon={<PrintIcon size={16} aria-hidden="true" />}
      onClick={() => globalThis.print()}
    >
      {t('wallet.print')}
    </Button>
  )
}
