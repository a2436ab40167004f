/** Posts and releases of the keys the user follows on nostr, newest first; or how to get a key, or whom to follow.
 * The feed itself is nostr-feed-list.tsx. */
import { Head } from '#web/frame/head.tsx'
import { chooseOwnKey } from '#web/nostr/own-key.ts'
import { useAccount } from '#web/session/account.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { FeedTabs } from './feed-tabs.tsx'
import { FeedList } from './nostr-feed-list.tsx'

export function Page() {
  const { data: account, error, refetch } = useAccount()
  const own = account ? chooseOwnKey(account) : null
  return (
    <>
      <Head title={t('feed.title')} isHidden />
      {!account && !error && <PageSkeleton label={t('common.loading')} />}
      {!account && error && <LoadFailure title={t('feed.title')} error={error} retry={refetch} />}
      {account && (
        <div className="max-w-[680px]">
          <h1 className="title-great">{t('feed.title')}</h1>
          <FeedTabs selected="nostr" />
          {own !== null && <p className="mt-2 max-w-[52ch] text-ink-2">{t('feed.lead')}</p>}
          {own === null ? <NoKey /> : <FeedList key={own} own={own} />}
        </div>
      )}
    </>
  )
}

function NoKey() {
  return (
    <EmptyState
      sentence={t('feed.noKey')}
      action={
        <ButtonLink to="/settings/log-in" kind="outline">
          {t('messages.linkKey')}
        </ButtonLink>
      }
    />
  )
}
