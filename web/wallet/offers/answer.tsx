/** The buttons that answer an offered share. Declining is final, and is confirmed first. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { ownerOf, percentOf, type Offer } from './offer.tsx'

const DeclineDialog = lazy(async () => ({ default: (await import('./decline-dialog.tsx')).DeclineDialog }))

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
      <Suspense fallback={null}>
        {isDeclining && (
          <DeclineDialog
            owner={ownerOf(offer)}
            isLess={isLess}
            onClose={() => setIsDeclining(false)}
            onDecline={() => {
              setIsDeclining(false)
              mutate(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
