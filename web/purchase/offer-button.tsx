/** The button "Buy from $5" or "Download", or that it is in the user's collection; on phones in a line of its own. The dialog is
 * loaded when it is pressed. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { type getDownloadOffer, listCollection } from '#contract/catalog/downloads.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeMinimum } from '#web/format/minimum.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

const DownloadDialog = lazy(async () => ({ default: (await import('./dialog/download-dialog.tsx')).DownloadDialog }))

type OfferProps = { contentId: string; title: string; offer: Wire<typeof getDownloadOffer> }

export function OfferButton({ contentId, title, offer }: OfferProps) {
  const [isOpen, setIsOpen] = useState(false)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  const isOwned = useIsOwned(contentId)
  const name = isOwned
    ? t('records.yours')
    : offer.mode === 'free'
      ? t('records.download')
      : t('records.buyFrom', { price: describeMinimum(offer) })
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
            isOwned={isOwned}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** It is in the collection of the user: bought, given, redeemed or collected, alone or with its album. */
function useIsOwned(contentId: string): boolean {
  const { call } = useSite()
  const enabled = useSession((state) => state.session !== null)
  const { data } = useQuery({ ...callQuery(call, listCollection, { query: { contentId } }), enabled })
  return enabled && !!data?.items.length
}
