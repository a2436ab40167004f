/** Private messages: selects the key that reads them, or says how to get one. The messages themselves are inbox.tsx.
 * `?with=` selects the open conversation, `?new=` starts one with a given receiver. */
import { useQuery } from '@tanstack/react-query'
import { Head } from '#web/frame/head.tsx'
import { useAccount } from '#web/session/account.ts'
import { ChartShelf } from '#web/content/empty/empty-shelf.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { describeKey } from './describe.ts'
import { Inbox } from './inbox.tsx'
import { findMessageKey } from './own-key.ts'

export function Page() {
  const { data: account, error, refetch } = useAccount()
  return (
    <>
      <Head title={t('messages.title')} isHidden />
      {!account && !error && <PageSkeleton label={t('common.loading')} />}
      {!account && error && <LoadFailure title={t('messages.title')} error={error} retry={refetch} />}
      {account && <OwnMessages pubkeys={account.nostrProfileData.map(({ publicHex }) => publicHex)} />}
    </>
  )
}

function OwnMessages({ pubkeys }: { pubkeys: readonly string[] }) {
  // Fetched on each visit, because an extension may hold another key
  // by now. Structural sharing is off because the key has methods.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['message-key', ...pubkeys],
    queryFn: () => findMessageKey(pubkeys),
    enabled: pubkeys.length > 0,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    structuralSharing: false,
  })
  const link = (
    <ButtonLink to="/settings/log-in" kind="quiet">
      {t('messages.linkKey')}
    </ButtonLink>
  )
  if (pubkeys.length === 0) {
    return (
      <>
        <h1 className="title-great">{t('messages.title')}</h1>
        <EmptyState sentence={t('messages.noKey')} action={link} />
        <ChartShelf />
      </>
    )
  }
  if (data) return <Inbox key={data.pubkey} messageKey={data} />
  if (error === null || isFetching) return <PageSkeleton label={t('common.loading')} />
  return (
    <ErrorState
      title={t('messages.title')}
      detail={describeKey(error)}
      retryLabel={t('failure.retry')}
      onRetry={() => void refetch()}
      action={link}
    />
  )
}
