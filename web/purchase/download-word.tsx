/** The word "Buy" or "Download" at the top of an album or track, if it is offered. The dialog is loaded when it is pressed. */
import { lazy, Suspense, useRef, useState } from 'react'
import { getDownloadOffer } from '#contract/catalog/downloads.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./dialog/download-dialog.tsx')).DownloadDialog }))

export function DownloadWord({ contentId, title }: { contentId: string; title: string }) {
  const offer = usePageData(getDownloadOffer, { params: { contentId } })
  const [isOpen, setIsOpen] = useState(false)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  if (!offer || offer.mode === 'off' || offer.formats.length === 0) return null
  const isFree = offer.mode === 'free'
  return (
    <>
      <WordButton
        label={t(isFree ? 'records.dialogDownload' : 'records.dialogBuy', { title })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {t(isFree ? 'records.download' : 'records.buy')}
      </WordButton>
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
