/** The step before the studio: confirm the region, or set a Lightning address. Either one unlocks it. */
import { useEffect } from 'react'
import { Navigate } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { safeNext } from '#web/session/next-path.ts'
import { Head } from '#web/frame/head.tsx'
import { useAccount, type Account } from '#web/session/account.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t } from '#web/words/words.ts'
import { AddressOption } from './address-option.tsx'
import { RegionOption } from './region-option.tsx'
import { needsOnboarding } from './studio-gate.tsx'

export function Page() {
  const { data: account, error, refetch } = useAccount()
  useEffect(() => {
    // The link in the e-mail opens in its own tab.
    const look = () => document.visibilityState === 'visible' && void refetch()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refetch])
  return (
    <>
      <Head title={t('onboarding.title')} isHidden />
      {account ? (
        <Ways account={account} />
      ) : error ? (
        <ErrorState
          title={t('onboarding.failed')}
          detail={describeFailure(error)}
          retryLabel={t('failure.retry')}
          onRetry={() => void refetch()}
        />
      ) : (
        <PageSkeleton label={t('common.loading')} />
      )}
    </>
  )
}

function Ways({ account }: { account: Account }) {
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  if (!needsOnboarding(account)) return <Navigate to={next === '/' ? '/studio' : next} replace />
  const region = <RegionOption key="region" account={account} />
  const address = <AddressOption key="address" />
  // Without an e-mail address the region cannot be confirmed, so the possible option comes first.
  const [first, second] = account.email === null ? [address, region] : [region, address]
  return (
    <div className="mx-auto max-w-[960px]">
      <h1 className="title-great">{t('onboarding.title')}</h1>
      <p className="mt-2.5 mb-7 max-w-[52ch] text-lg text-balance text-ink-2">{t('onboarding.lead')}</p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] lg:gap-5">
        {first}
        <p aria-hidden="true" className="text-center text-ink-2 lg:pt-8">
          {t('onboarding.or')}
        </p>
        {second}
      </div>
    </div>
  )
}
