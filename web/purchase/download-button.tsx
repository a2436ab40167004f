/** The container of the button to buy or download an album or track, at the top of its page. The button is only loaded if there
 * is an offer. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { getDownloadOffer } from '#contract/catalog/downloads.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'

const OfferButton = lazy(async () => ({ default: (await import('./offer-button.tsx')).OfferButton }))

const POLL_MS = 2_000

export function DownloadButton({ contentId, title }: { contentId: string; title: string }) {
  const { data: offer } = useQuery({
    ...callQuery(useSite().call, getDownloadOffer, { params: { contentId } }),
    // Its owner may have changed it in another tab. While its files are being made, the button appears as soon as they are ready.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data && data.mode !== 'off' && data.formats.length === 0 ? POLL_MS : false,
  })
  if (!offer || offer.mode === 'off' || offer.formats.length === 0) return null
  return (
    <Suspense fallback={<span className="offer-place" />}>
      <OfferButton contentId={contentId} title={title} offer={offer} />
    </Suspense>
  )
}
