/** Asks whether to decline an offered share, which is final. */
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '#web/words/words.ts'

type DeclineProps = { owner: string; isLess: boolean; onClose: () => void; onDecline: () => void }

export function DeclineDialog({ owner, isLess, onClose, onDecline }: DeclineProps) {
  return (
    <Dialog isOpen onClose={onClose} title={t('wallet.offerDeclineTitle')} closeLabel={t('common.close')}>
      <p className="text-ink-2">{isLess ? t('wallet.offerDeclineLess') : t('wallet.offerDeclineWhat', { owner })}</p>
      <div className="mt-5 flex flex-wrap gap-2.5">
        <Button kind="danger" onClick={onDecline}>
          {t('wallet.offerDecline')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('wallet.offerKeep')}
        </Button>
      </div>
    </Dialog>
  )
}
