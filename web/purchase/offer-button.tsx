/** The button "Buy from $5" or "Download"; on phones in a line of its own. The dialog is loaded when it is pressed. */
import { lazy, Suspense, useRef, useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import type { getDownloadOffer } from '#contract/catalog/downloads.ts'
import { describeMinimum } from '#web/format/minimum.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./dialog/download-dialog.tsx')).DownloadDialog }))

type OfferProps = { contentId: string; title: string; offer: Wire<typeof getDownloadOffer> }

export function OfferButton({ contentId, title, offer }: OfferProps) {
  const [isOpen, setIsOpen] = useState(false)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  const name = offer.mode === 'free' ? t('records.download') : t('records.buyFrom', { price: describeMinimum(offer) })
  return (
    <>
      <Button
        kind="outline"
        size="large"
        aria-label={`${name}: ${title}`}
        aria-haspopup="dialog"
        className="offer-place"
        onClick={() => setIsOpen(true)}
      >
        {name}
      </Button>
      {wasOpen.current && (
        <Suspense fallback={null}>
          <DownloadDialog
            contentId={contentId}
            title={title}
            offer={offer}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
