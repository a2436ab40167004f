/** The page of a private link: what was bought or redeemed, its files, and the link as a code to keep. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { getPurchase } from '#contract/listening/purchases.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { formatCents } from '#web/format/price.ts'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { DownloadFiles } from './files/download-files.tsx'

type Purchase = Wire<typeof getPurchase>

const KeepLink = lazy(async () => ({ default: (await import('./keep-link.tsx')).KeepLink }))

const POLL_MS = 3_000

export function Page() {
  const { secret = '' } = useParams()
  const { call } = useSite()
  const { data, error, refetch } = useQuery({
    ...callQuery(call, getPurchase, { params: { secret } }),
    staleTime: 0,
    enabled: !import.meta.env.SSR,
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? POLL_MS : false),
  })
  return (
    <>
      <Head
        title={data === undefined ? t('records.privateLink') : t('records.filesOf', { title: data.title })}
        isHidden
      />
      {data ? (
        <Purchased purchase={data} secret={secret} />
      ) : error ? (
        <LoadFailure title={t('failure.notFoundTitle')} error={error} retry={refetch} />
      ) : (
        <>
          <h1 className="sr-only">{t('records.privateLink')}</h1>
          <PageSkeleton label={t('common.loading')} />
        </>
      )}
    </>
  )
}

function Purchased({ purchase, secret }: { purchase: Purchase; secret: string }) {
  const { contentId, contentType, title, artist, artworkUrl, state, downloads, msatAmount, centsAmount } = purchase
  return (
    <div className="pt-4">
      <header className="flex flex-wrap items-end gap-x-8 gap-y-5">
        <Cover
          src={artworkUrl}
          alt=""
          seed={contentId}
          shape="square"
          sizes="240px"
          isEager
          className="size-40 md:size-60"
        />
        <div className="min-w-0 flex-[1_1_16rem]">
          <h1 className="title-1 wrap-anywhere">{title}</h1>
          <p className="mt-2 text-lg">
            <Link to={`/${contentType}/${contentId}`} className="font-semi underline underline-offset-4">
              {artist}
            </Link>
          </p>
          {msatAmount !== null && state === 'owned' && (
            <p className="mt-1 text-ink-2 tabular-nums">{describePaid(msatAmount, centsAmount)}</p>
          )}
        </div>
      </header>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <section aria-label={t('records.files')}>
          <h2 className="title-2 mb-5">{t('records.files')}</h2>
          {downloads ? <DownloadFiles downloads={downloads} title={title} /> : <p role="status">{explain(state)}</p>}
        </section>
        {state === 'owned' && (
          <Suspense fallback={null}>
            <KeepLink secret={secret} isClaimed={purchase.isClaimed} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** In dollars too, when the buyer chose dollars. */
function describePaid(msatAmount: number, centsAmount: number | null): string {
  const sats = t('catalog.sats', { sats: formatAmount(msatAmount) })
  return centsAmount === null ? sats : `${formatCents(centsAmount)} · ${sats}`
}

function explain(state: Purchase['state']): string {
  if (state === 'open') return t('records.open')
  if (state === 'expired') return t('records.expired')
  return t(state === 'returned' ? 'records.returned' : 'records.withheld')
}
