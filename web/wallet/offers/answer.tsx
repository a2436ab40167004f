/** The buttons that answer an offered share. Declining is final, and is confirmed first. */
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from '#web/words/words.ts'
import { ownerOf, percentOf, type Offer } from './offer.tsx'

type AnswerProps = {
  offer: Offer
  /** Accepts (true) or declines. */
  answer: { isPending: boolean; variables: boolean | undefined; mutate: (isAccepted: boolean) => void }
  /** The user has a larger share, which stays. */
  isLess: boolean
  size?: 'regular' | 'large'
}

export function AnswerButtons({
  offer,
  answer: { isPending, variables, mutate },
  isLess,
  size = 'regular',
}: AnswerProps) {
  const [isDeclining, setIsDeclining] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <Button
          size={size}
          isWaiting={isPending && variables === true}
          disabled={isPending}
          onClick={() => mutate(true)}
        >
          {offer.share === 0 ? t('wallet.offerAcceptEnd') : t('wallet.offerAccept', { percent: percentOf(offer) })}
        </Button>
        <Button kind="quiet" size={size} disabled={isPending} onClick={() => setIsDeclining(true)}>
          {t('wallet.offerDecline')}
        </Button>
      </div>
      {isDeclining && (
        <DeclineOffer
          owner={ownerOf(offer)}
          isLess={isLess}
          onClose={() => setIsDeclining(false)}
          onDecline={() => {
            setIsDeclining(false)
            mutate(false)
          }}
        />
      )}
    </>
  )
}

type DeclineProps = { owner: string; isLess: boolean; onClose: () => void; onDecline: () => void }

function DeclineOffer({ owner, isLess, onClose, onDecline }: DeclineProps) {
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
