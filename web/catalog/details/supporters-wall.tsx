/** Who supports an artist or a record: users whose messages are public, with what they sent; all others as one line; and to a
 * signed-in user what they have given themselves. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOwnSupport, listContentSupporters } from '#contract/listening/support.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { OrderChoice } from '#web/ui/controls/order-choice.tsx'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { formatMoment } from '#web/words/format.ts'
import { formatAmount, formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

type Order = 'top' | 'new'
type SupporterPage = Wire<typeof listContentSupporters>

/** With fewer, sorting is not offered. */
const ORDERED_FROM = 5

const supportersInput = (contentId: string, sort: Order = 'top'): Sent<typeof listContentSupporters> => ({
  params: { contentId },
  query: sort === 'top' ? {} : { sort },
})

export function SupportersWall({ contentId }: { contentId: string }) {
  const [order, setOrder] = useState<Order>('top')
  const { pages, fetchMore, isMoreLoading } = useSupporters(contentId, order)
  const [first] = pages
  if (!first) return null
  const supporters = pages.flatMap((page) => page.supporters)
  const { unnamed } = first
  if (supporters.length === 0 && unnamed.zapCount === 0) return null
  return (
    <section className="mt-(--band)" aria-labelledby="supporters" data-supporters>
      <header className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="supporters" className="title-1">
          {t('imagery.supporters')}
        </h2>
        {supporters.length >= ORDERED_FROM && (
          <OrderChoice
            label={t('imagery.supportersOrder')}
            orders={[
              { value: 'top', name: t('imagery.supportersTop') },
              { value: 'new', name: t('imagery.supportersNew') },
            ]}
            selected={order}
            onChoose={setOrder}
            className="flex flex-wrap gap-x-5"
            buttonClassName="min-h-11 font-semi decoration-2 underline-offset-[6px] hover:underline aria-pressed:underline"
          />
        )}
      </header>
      <OwnSupport contentId={contentId} />
      {supporters.length > 0 && <p className="mb-6">{t('imagery.supportersNote')}</p>}
      {supporters.length === 0 && <p>{t('imagery.supportersNone')}</p>}
      <ul className="faces-grid">
        {supporters.map((supporter) => (
          <li key={supporter.userId} className="min-w-0">
            <Link to={`/profile/${supporter.name}`} className="group flex min-h-11 items-center gap-3">
              <Avatar src={supporter.artworkUrl} seed={supporter.userId} />
              <span className="min-w-0">
                <span className="block truncate font-semi group-hover:underline">
                  {supporter.displayName ?? supporter.name}
                </span>
                <span className="block text-sm">{t('catalog.sats', { sats: formatSats(supporter.msatTotal) })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {unnamed.zapCount > 0 && (
        <p className="mt-5">
          {t('imagery.unnamed', { count: unnamed.zapCount, amount: formatAmount(unnamed.msatTotal) })}
        </p>
      )}
      {fetchMore && (
        <Button kind="quiet" className="mt-5" isWaiting={isMoreLoading} onClick={fetchMore}>
          {t('imagery.supportersMore')}
        </Button>
      )}
    </section>
  )
}

/** Everybody's page until the reader is known; then without the users they have muted. */
function useSupporters(contentId: string, order: Order) {
  const { call } = useSite()
  const isSignedIn = useSession((state) => state.session !== null)
  const input = supportersInput(contentId, order)
  const { queryKey, ...query } = callQuery(call, listContentSupporters, input)
  const first = useQuery({
    ...query,
    queryKey: isSignedIn ? [...queryKey, 'own'] : queryKey,
    placeholderData: keepPreviousData,
  })
  const list = `${order} ${isSignedIn}`
  const [more, setMore] = useState<{ list: string; pages: SupporterPage[] }>({ list, pages: [] })
  const later = more.list === list ? more.pages : []
  const pages = first.data ? [first.data, ...later] : []
  const before = pages.at(-1)?.nextBefore ?? null
  const { mutate, isPending } = useMutation({
    mutationFn: (cursor: string) =>
      call(listContentSupporters, { ...input, query: { ...input.query, before: cursor } }),
    onSuccess: (page) => setMore({ list, pages: [...later, page] }),
  })
  return { pages, isMoreLoading: isPending, fetchMore: before === null ? null : () => mutate(before) }
}

function OwnSupport({ contentId }: { contentId: string }) {
  const { call } = useSite()
  const isSignedIn = useSession((state) => state.session !== null)
  const { data } = useQuery({ ...callQuery(call, getOwnSupport, { params: { contentId } }), enabled: isSignedIn })
  if (!data || data.since === null) return null
  const date = formatMoment(new Date(data.since), { month: 'long', year: 'numeric' })
  return (
    <p className="mb-6 text-lg font-semi" data-own-support>
      {t('imagery.own', { sats: formatAmount(data.msatTotal), date })}
    </p>
  )
}
