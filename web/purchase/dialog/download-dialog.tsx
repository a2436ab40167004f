/** The dialog behind "Buy" and "Download": the files, if they are free or the listener has them; otherwise the payment. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { collectDownload, getDownloads, type getDownloadOffer, listCollection } from '#contract/catalog/downloads.ts'
import type { Wire } from '#contract/endpoint.ts'
import { ApiError } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { DownloadFiles } from '#web/purchase/files/download-files.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { BuyForm } from './buy-form.tsx'
import type { PricedOffer } from './choice.ts'
import { type Pending, readPending, writePending } from './pending.ts'
import { Waiting } from './waiting.tsx'

type Offer = Wire<typeof getDownloadOffer>
type Props = {
  contentId: string
  title: string
  offer: Offer
  isOwned: boolean
  isOpen: boolean
  onClose: () => void
}

export function DownloadDialog({ isOpen, isOwned, onClose, ...about }: Props) {
  const { title, offer } = about
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isOwned || offer.mode === 'free' ? 'records.dialogDownload' : 'records.dialogBuy', { title })}
      closeLabel={t('common.close')}
    >
      <Content {...about} onClose={onClose} />
    </Dialog>
  )
}

type About = Omit<Props, 'isOpen' | 'isOwned'>

function Content({ contentId, title, offer, onClose }: About) {
  const { call, queries } = useSite()
  const isSignedIn = useSession((state) => state.session !== null)
  const [pending, setPending] = useState<Pending | null>(() => readPending(contentId))
  const [giftTo, setGiftTo] = useState<string | null>(null)
  const isAsked = isSignedIn || offer.mode === 'free'
  const { queryKey, ...query } = callQuery(call, getDownloads, { params: { contentId } })
  const owned = useQuery({
    ...query,
    queryKey: [...queryKey, isSignedIn],
    enabled: isAsked,
    staleTime: 0,
    retry: false,
  })
  const change = (next: Pending | null) => {
    writePending(contentId, next, isSignedIn)
    setPending(next)
  }
  const refresh = useCallback(() => {
    const stale = [queryKeyOf(getDownloads, { params: { contentId } }), queryKeyOf(listCollection)]
    for (const key of stale) void queries.invalidateQueries({ queryKey: key })
  }, [queries, contentId])
  // Without an account, this browser keeps the private link of what is paid.
  const close = () => {
    const isGift = pending !== null && pending.giftTo !== null
    if (isSignedIn || isGift) writePending(contentId, null, isSignedIn)
    onClose()
  }
  if (pending) return <Waiting pending={pending} title={title} onChange={change} onPaid={refresh} onClose={close} />
  if (isAsked && owned.isPending) return <Skeleton className="h-32 rounded-field" />
  if (owned.data) {
    return (
      <>
        {owned.data.isCollected && <p className="mb-4">{t('records.owned')}</p>}
        <DownloadFiles downloads={owned.data} title={title} />
        {isSignedIn && <Collecting contentId={contentId} isCollected={owned.data.isCollected} onCollected={refresh} />}
        {owned.data.isCollected && offer.mode === 'paid' && isPriced(offer) && (
          <Again contentId={contentId} offer={offer} change={change} />
        )}
      </>
    )
  }
  if (owned.error && !isRefused(owned.error)) return <Problem words={describeFailure(owned.error)} />
  if (giftTo !== null) return <p role="status">{t('records.giftGiven', { name: giftTo })}</p>
  if (!isPriced(offer)) return <Problem words={t('error.rate-unknown')} />
  return <BuyForm contentId={contentId} offer={offer} onInvoice={change} onPaid={refresh} onGiven={setGiftTo} />
}

const isPriced = (offer: Offer): offer is PricedOffer => offer.msatMin !== null

/** Who does not have it buys it. */
const isRefused = (error: Error) => error instanceof ApiError && error.code === 'download-not-owned'

type AgainProps = { contentId: string; offer: PricedOffer; change: (pending: Pending) => void }

/** Who has it can still give it to somebody. */
function Again({ contentId, offer, change }: AgainProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [givenTo, setGivenTo] = useState<string | null>(null)
  if (givenTo !== null) {
    return (
      <p role="status" className="mt-5">
        {t('records.giftGiven', { name: givenTo })}
      </p>
    )
  }
  if (!isAsked) {
    return (
      <Button kind="quiet" className="mt-3 w-full" onClick={() => setIsAsked(true)}>
        {t('records.giveIt')}
      </Button>
    )
  }
  return (
    <div className="mt-6 border-t border-line pt-5">
      <BuyForm
        contentId={contentId}
        offer={offer}
        isGiftOnly
        onInvoice={change}
        onPaid={() => undefined}
        onGiven={setGivenTo}
      />
    </div>
  )
}

function Collecting(props: { contentId: string; isCollected: boolean; onCollected: () => void }) {
  const { contentId, isCollected, onCollected } = props
  const { call } = useSite()
  const collecting = useMutation({
    mutationFn: () => call(collectDownload, { params: { contentId } }),
    onSuccess: onCollected,
  })
  if (isCollected) {
    return (
      <p className="mt-5">
        <Link to="/library/collection" className="inline-flex min-h-11 items-center font-semi underline">
          {t('records.toCollection')}
        </Link>
      </p>
    )
  }
  return (
    <div className="mt-5 flex flex-col gap-3">
      {collecting.error && <Problem words={describeFailure(collecting.error)} />}
      <Button isWaiting={collecting.isPending} onClick={() => collecting.mutate()}>
        {t('records.claim')}
      </Button>
    </div>
  )
}
