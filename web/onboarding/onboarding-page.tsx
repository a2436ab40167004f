/** The question before the studio: whether earnings stay here, for which the region is confirmed with a name, or go to a
 * Lightning address. Either one unlocks it. */
import { useEffect, useState } from 'react'
import { Navigate } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { safeNext } from '#web/session/next-path.ts'
import { AddressForm } from '#web/forwarding/address-form.tsx'
import { Head } from '#web/frame/head.tsx'
import { useAccount, type Account } from '#web/session/account.ts'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { RegionSteps } from './region-steps.tsx'
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
        <Question account={account} />
      ) : error ? (
        <LoadFailure title={t('onboarding.failed')} error={error} retry={refetch} />
      ) : (
        <PageSkeleton label={t('common.loading')} />
      )}
    </>
  )
}

function Question({ account }: { account: Account }) {
  const [search] = useSearchParams()
  const next = safeNext(search.get('next'))
  // Users without an e-mail address logged in with a wallet or a key of their own.
  const [isForwarded, setIsForwarded] = useState(account.email === null)
  if (!needsOnboarding(account)) return <Navigate to={next === '/' ? '/studio' : next} />
  const other = t(isForwarded ? 'onboarding.keepHere' : 'onboarding.forward')
  return (
    <div className="max-w-[36rem] pt-4">
      <h1 className="title-great">{t('onboarding.title')}</h1>
      <p className="mt-3 mb-6 text-lg text-ink-2">
        {t(isForwarded ? 'onboarding.addressLead' : 'onboarding.regionLead')}
      </p>
      {isForwarded ? (
        <AddressForm
          current={null}
          hint={t('onboarding.addressHint')}
          onSaved={() => showToast(t('onboarding.done'))}
        />
      ) : (
        <RegionSteps account={account} />
      )}
      <WordButton label={other} className="mt-5 text-start" onClick={() => setIsForwarded(!isForwarded)}>
        {other}
      </WordButton>
    </div>
  )
}
