/** Feeds of other servers in the library: the list with its form, one feed (`?feed=`), or one item (`?item=`). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addForeignFeed, importForeignFeeds, listForeignFeeds } from '#contract/listening/foreign/feeds.ts'
import { RowsComing } from '#web/content/part-states.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { FileButton } from '#web/ui/controls/file-button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState, ErrorState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { ForeignFeedView } from './foreign-feed.tsx'
import { feedHref } from '#web/playlists/foreign-addresses.ts'
import { ForeignItemView } from './foreign-item.tsx'
import { StreamPart } from './stream-part.tsx'

export function FeedsPart() {
  const query = new URLSearchParams(useLocation().search)
  const [feedId, itemId] = [query.get('feed'), query.get('item')]
  if (itemId !== null) return <ForeignItemView key={itemId} itemId={itemId} playlistId={query.get('playlist')} />
  if (feedId !== null) return <ForeignFeedView key={feedId} feedId={feedId} />
  return (
    <div className="flex flex-col gap-8">
      <AddFeed />
      <Feeds />
      <StreamPart />
    </div>
  )
}

function AddFeed() {
  const { call } = useSite()
  const queries = useQueryClient()
  const [url, setUrl] = useState('')
  const renew = () => queries.invalidateQueries({ queryKey: queryKeyOf(listForeignFeeds) })
  const adding = useMutationOnce({
    mutationFn: () => call(addForeignFeed, { body: { url } }),
    onSuccess: () => {
      setUrl('')
      return renew()
    },
  })
  const importing = useMutationOnce({
    mutationFn: (opml: string) => call(importForeignFeeds, { body: { opml } }),
    onSuccess: ({ added }) => {
      showToast(t('foreign.imported', { count: added }))
      return renew()
    },
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  return (
    <form
      className="flex max-w-[46rem] flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (url.trim() !== '') adding.mutate()
      }}
    >
      <p className="text-ink-2">{t('foreign.lead')}</p>
      <Field
        label={t('foreign.address')}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={adding.isError ? describeFailure(adding.error) : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isWaiting={adding.isPending}>
          {t('foreign.add')}
        </Button>
        <FileButton
          label={t('foreign.import')}
          accept=".opml,.xml,text/x-opml,text/xml"
          onText={(text) => importing.mutate(text)}
        />
      </div>
    </form>
  )
}

function Feeds() {
  const { call } = useSite()
  const feeds = useQuery({ ...callQuery(call, listForeignFeeds, {}), refetchOnMount: 'always' })
  if (feeds.isPending) return <RowsComing />
  if (feeds.isError) {
    return (
      <ErrorState
        level="part"
        title={t('failure.title')}
        detail={describeFailure(feeds.error)}
        retryLabel={t('failure.retry')}
        onRetry={() => void feeds.refetch()}
      />
    )
  }
  if (feeds.data.length === 0) return <EmptyState sentence={t('foreign.empty')} />
  return (
    <ul className="flex flex-col divide-y divide-line">
      {feeds.data.map(({ id, title, author, artworkUrl }) => (
        <li key={id}>
          <Link to={feedHref(id)} className="group flex items-center gap-4 py-3">
            <Cover src={artworkUrl} alt="" seed={id} sizes="64px" className="size-[64px] shrink-0" />
            <span className="min-w-0">
              <span className="block font-semi wrap-anywhere group-hover:underline">{title}</span>
              {author && <span className="block truncate text-sm text-ink-2">{author}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
