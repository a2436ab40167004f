/** The nostr feed, and its loading, empty and error states.
 * Everything is text: the only images are avatars of profiles. */
import { useQuery } from '@tanstack/react-query'
import { getAlbum } from '#contract/catalog/albums.ts'
import type { Entry, FeedItem, Said } from '#protocols/nostr/feed.ts'
import { NoOwnList } from '#web/nostr/own-list.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { MorePages } from '#web/content/part-states.tsx'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/states/empty.tsx'
import { RepeatIcon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { NostrAuthors } from '#web/nostr/authors.ts'
import { useFeed } from './nostr-feed-data.ts'

export function FeedList({ own }: { own: string }) {
  const { follows, followed, pages, items, authorOf } = useFeed(own)
  const error = follows.error ?? (pages.data ? null : pages.error)
  if (error !== null) {
    const retry = () => void (follows.error ? follows : pages).refetch()
    return (
      <ErrorState
        level="part"
        title={t('feed.failed')}
        detail={error instanceof NoOwnList ? t('feed.unknown') : describePublishing(error)}
        retryLabel={t('failure.retry')}
        onRetry={retry}
      />
    )
  }
  if (follows.isPending || (followed.length > 0 && pages.isPending)) return <LoadingRows />
  if (followed.length === 0) {
    const action = (
      <ButtonLink to="/artists" kind="outline">
        {t('feed.toArtists')}
      </ButtonLink>
    )
    return <EmptyState sentence={t('feed.nobody')} action={action} />
  }
  if (items.length === 0 && !pages.hasNextPage) return <EmptyState sentence={t('feed.empty')} />
  return (
    <>
      <ul aria-label={t('feed.title')} className="mt-6 divide-y divide-line border-y border-line">
        {items.map((item) => (
          <Item key={item.id} item={item} authorOf={authorOf} />
        ))}
      </ul>
      <MorePages query={pages} />
    </>
  )
}

function LoadingRows() {
  return (
    <div role="status" aria-label={t('common.loading')} className="mt-6 flex flex-col gap-7">
      {[1, 2, 3, 4].map((row) => (
        <span key={row} className="flex gap-4">
          <Skeleton className="size-[38px] shrink-0 rounded-pill" />
          <span className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-4 w-4/5" />
          </span>
        </span>
      ))}
    </div>
  )
}

function Item({ item: { sharedBy, entry, atSeconds }, authorOf }: { item: FeedItem; authorOf: NostrAuthors }) {
  return (
    <li className="py-5">
      {sharedBy !== null && (
        <p className="mb-2.5 flex items-center gap-2 text-sm text-ink-2">
          <RepeatIcon size={15} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{t('feed.shared', { name: authorOf(sharedBy).name })}</span>
          {entry === null && <Moment seconds={atSeconds} />}
        </p>
      )}
      {entry === null ? <p className="text-ink-2">{t('feed.gone')}</p> : <Post entry={entry} authorOf={authorOf} />}
    </li>
  )
}

function Post({ entry, authorOf }: { entry: Entry; authorOf: NostrAuthors }) {
  const { name, picture } = authorOf(entry.author)
  return (
    <article className="flex gap-3.5">
      <span className="shrink-0">
        <Avatar src={picture} seed={entry.author} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="min-w-0 font-semi wrap-anywhere">{name}</span>
          <Moment seconds={entry.atSeconds} />
        </p>
        <EntryContent said={entry.said} />
      </div>
    </article>
  )
}

function Moment({ seconds }: { seconds: number }) {
  const moment = new Date(seconds * 1_000)
  return (
    <time dateTime={moment.toISOString()} className="text-sm text-ink-2">
      {formatMoment(moment, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  )
}

const TYPES: Record<Extract<Said, { type: 'work' }>['work'], TranslationKey> = {
  track: 'feed.track',
  release: 'feed.release',
  show: 'feed.show',
  episode: 'feed.episode',
}

function EntryContent({ said }: { said: Said }) {
  if (said.type === 'note') return <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{said.text}</p>
  const { work, title, artist, path, mayBeAt } = said
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-bar border border-line bg-highlight px-4 py-3.5">
      <div className="min-w-0 flex-[1_1_12rem]">
        <Badge>{t(TYPES[work])}</Badge>
        <p className="mt-1.5 font-semi wrap-anywhere">{title}</p>
        {artist !== null && <p className="text-sm wrap-anywhere text-ink-2">{artist}</p>}
      </div>
      {path !== null && <OpenHere path={path} title={title} />}
      {mayBeAt !== null && <OpenAlbum path={mayBeAt} />}
    </div>
  )
}

function OpenHere({ path, title }: { path: string; title: string }) {
  return (
    <ButtonLink to={path} kind="quiet" size="small" aria-label={t('feed.openTitle', { title })}>
      {t('feed.open')}
    </ButtonLink>
  )
}

/** When the release is also available here. */
function OpenAlbum({ path }: { path: string }) {
  const { call } = useSite()
  const albumId = path.slice(path.lastIndexOf('/') + 1)
  const { data: album } = useQuery({ ...callQuery(call, getAlbum, { params: { albumId } }), retry: false })
  return album === undefined ? null : <OpenHere path={path} title={album.title} />
}
