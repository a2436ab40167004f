/** The button "Buy from $5" or "Download" at the top of an album or track, if it is offered; on phones in a line of its own.
 * The dialog is loaded when it is pressed. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { getDownloadOffer } from '#contract/catalog/downloads.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeMinimum } from '#web/format/minimum.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./dialog/download-dialog.tsx')).DownloadDialog }))

const POLL_MS = 2_000

export function DownloadButton({ contentId, title }: { contentId: string; title: string }) {
  const { data: offer } = useQuery({
    ...callQuery(useSite().call, getDownloadOffer, { params: { contentId } }),
    // Its owner may have changed it in another tab. While its files are being made, the button appears as soon as they are ready.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.mode !== 'off' && data.formats.length === 0 ? POLL_MS : false,
  })
  const [isOpen, setIsOpen] = useState(false)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  if (!offer || offer.mode === 'off' || offer.formats.length === 0) return null
  const name = offer.mode === 'free' ? t('records.download') : t('records.buyFrom', { price: describeMinimum(offer) })
  return (
    <>
      <Button
        kind="outline"
        size="large"
        aria-label={`${name}: ${title}`}
        aria-haspopup="dialog"
        className="max-[26rem]:order-last max-[26rem]:basis-full"
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
