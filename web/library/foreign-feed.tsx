/** One feed of another server: its description, and its items. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import {
  addForeignFeed,
  getForeignFeed,
  listForeignFeeds,
  removeForeignFeed,
} from '#contract/listening/foreign/feeds.ts'
import { PartStates, RowsComing } from '#web/content/part-states.tsx'
import { PlayDisc, RowPlayButton } from '#web/content/play-button.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { PlayableRow, RowTitle } from '#web/player/playing/playable-row.tsx'
import { RowMenu } from '#web/playlists/row-menu.tsx'
import type { Playable } from '#web/player/state/queue.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { formatDate, formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { type ForeignItem, itemHref, playablesOfForeign } from '#web/playlists/foreign-addresses.ts'

export function ForeignFeedView({ feedId }: { feedId: string }) {
  const { call } = useSite()
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(getForeignFeed), feedId],
    queryFn: ({ pageParam, signal }) =>
      call(
        getForeignFeed,
        { params: { feedId }, query: pageParam === null ? {} : { after: String(pageParam) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextAfter }) => nextAfter,
    refetchOnMount: 'always',
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const feed = query.data?.pages[0]?.feed
  // Only a playlist lists items of other feeds.
  const playlistId = items.some((item) => item.feedId !== feedId) ? feedId : null
  const list = playablesOfForeign(items, playlistId)
  return (
    <>
      {feed && <FeedHead feed={feed} list={list} />}
      <PartStates
        query={query}
        isEmpty={items.length === 0}
        empty={<EmptyState sentence={t(feed?.fetchedAt ? 'foreign.noItems' : 'foreign.waiting')} />}
        waiting={<RowsComing />}
      >
        <ul className="flex flex-col divide-y divide-line">
          {items.map((item, index) => (
            <ForeignRow key={`${item.id} ${index}`} item={item} list={list} index={index} playlistId={playlistId} />
          ))}
        </ul>
      </PartStates>
    </>
  )
}

type RowProps = {
  item: ForeignItem
  list: readonly Playable[]
  index: number
  /** Items of several feeds, so each row names its feed. */
  playlistId: string | null
}

function ForeignRow({ item, list, index, playlistId }: RowProps) {
  return (
    <PlayableRow ids={[item.id]} className="grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-3 py-2">
      <RowPlayButton list={list} index={index} number={index + 1} title={item.title} />
      <span className="min-w-0">
        <RowTitle id={item.id} href={itemHref(item.id, playlistId)} className="font-semi">
          {item.title}
        </RowTitle>
        <Facts item={item} isNamed={playlistId !== null} />
      </span>
      <span className="flex items-center gap-1.5 text-sm tabular-nums">
        {item.duration ? formatDuration(item.duration) : ''}
        {list[index] && <RowMenu playable={list[index]} />}
      </span>
    </PlayableRow>
  )
}

type Feed = Wire<typeof getForeignFeed>['feed']

function FeedHead({ feed, list }: { feed: Feed; list: readonly Playable[] }) {
  return (
    <header className="mb-8 flex flex-wrap items-start gap-5">
      <Cover
        src={feed.artworkUrl}
        alt=""
        seed={feed.id}
        sizes="160px"
        className="size-[96px] shrink-0 md:size-[160px]"
      />
      <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-3">
        <h2 className="title-2 wrap-anywhere">{feed.title}</h2>
        {feed.author && <p className="font-semi">{feed.author}</p>}
        {feed.description && (
          <p className="line-clamp-4 max-w-[60ch] whitespace-pre-line text-ink-2">{feed.description}</p>
        )}
        {feed.problem && <p className="text-sm text-pink">{t('foreign.problem')}</p>}
        <div className="flex flex-wrap items-center gap-4">
          <PlayDisc list={list} title={feed.title} />
          {feed.linkUrl && <Elsewhere href={feed.linkUrl} text={t('foreign.site')} />}
          <Remove feedId={feed.id} />
        </div>
      </div>
    </header>
  )
}

function Facts({ item, isNamed }: { item: ForeignItem; isNamed: boolean }) {
  const facts = [isNamed ? item.feedTitle : '', item.publishedAt ? formatDate(item.publishedAt) : '']
  return <span className="block truncate text-sm opacity-80">{facts.filter((fact) => fact !== '').join(' · ')}</span>
}

export function Elsewhere({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center font-semi underline underline-offset-4"
    >
      {text}
    </a>
  )
}

function Remove({ feedId }: { feedId: string }) {
  const { call } = useSite()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeyOf(listForeignFeeds) })
  const onError = (error: unknown) => showErrorToast(describeFailure(error))
  const removing = useMutationOnce({
    mutationFn: async () => {
      const removed = (await call(listForeignFeeds, {})).find(({ id }) => id === feedId)
      await call(removeForeignFeed, { params: { feedId } })
      return removed
    },
    onSuccess: async (removed) => {
      await refresh()
      void navigate('/library/elsewhere')
      if (!removed) return
      showToast(t('library.removed'), {
        label: t('common.undo'),
        onClick: () => void call(addForeignFeed, { body: { url: removed.url } }).then(refresh, onError),
      })
    },
    onError,
  })
  return (
    <Button kind="quiet" isWaiting={removing.isPending} onClick={() => removing.mutate()}>
      {t('foreign.remove')}
    </Button>
  )
}
