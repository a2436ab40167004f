/** Likes, reposts and comments of a work on the relays, including the reader's own. Loaded on demand (on-nostr.tsx). */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { listNostrAuthors } from '#contract/community/nostr-authors.ts'
import { parseComment, type Thread, threadComments } from '#protocols/nostr/comments.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import { withoutDeleted } from '#protocols/nostr/event-status.ts'
import { externalIdOfEpisode, externalIdOfTrack, parseReaction, type Work } from '#protocols/nostr/reactions.ts'
import { AUDIO_TRACK_KIND, EPISODE_KIND, MUSIC_TRACK_KIND } from '#protocols/nostr/release-events.ts'
import { describePublishing } from '#web/nostr/own-signer.ts'
import { relaysOf } from '#web/nostr/relay-addresses.ts'
import { useRelayPool } from '#web/nostr/relay-hooks.ts'
import type { RelayFilter } from '#web/nostr/relay-link.ts'
import type { RelayPool } from '#web/nostr/relay-pool.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { type BlockedAuthors, readBlockedAuthors, withoutWriters } from './blocked-authors.ts'
import { useOwnKey } from './own-key.ts'
import { ReactionButtons } from './reaction-buttons.tsx'
import { createReactionActions } from './reaction-actions.ts'
import { createReactionWatch } from './reaction-watch.ts'
import { RelayComments } from './relay-comments.tsx'

export type WorkOfPage = { type: 'track' | 'episode'; contentId: string }

export function Reactions({ type, contentId }: WorkOfPage) {
  const { call, settings } = useSite()
  const addresses = relaysOf(settings)
  const { pool, unreachable } = useRelayPool(addresses)
  const publicUrl = settings.publicUrl || location.origin
  const authors = useQuery({
    ...callQuery(call, listNostrAuthors, { params: { contentId } }),
    staleTime: 0,
    retry: false,
  })
  const pubkeys = authors.data?.pubkeys
  const found = useQuery({
    queryKey: ['nostr-work', contentId, pubkeys],
    queryFn: () => findWork(pool, authors.data!, { type, contentId }, publicUrl),
    enabled: pubkeys !== undefined,
    retry: false,
  })
  const failed = [authors, found].find(({ data, isError }) => isError && data === undefined)
  if (failed !== undefined) {
    return (
      <ErrorState
        level="part"
        title={t('reactions.failed')}
        detail={describePublishing(failed.error)}
        retryLabel={t('failure.retry')}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  const isUnreachable = unreachable.length === addresses.length
  const work = found.data
  if (!work || !authors.data) return <Searching isUnreachable={isUnreachable} />
  const parts = { work, pool, addresses, isUnreachable, authors: authors.data }
  return <AboutWork key={work.event?.id ?? ''} {...parts} />
}

function Searching({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <>
      <Skeleton className="h-11" />
      <p role="status" className="mt-2 text-sm text-ink-2">
        {t(isUnreachable ? 'nostr.noRelay' : 'nostr.workSearching')}
      </p>
    </>
  )
}

type AboutProps = {
  work: Work
  pool: RelayPool
  addresses: readonly string[]
  isUnreachable: boolean
  authors: Wire<typeof listNostrAuthors>
}

function AboutWork({ work, pool, addresses, isUnreachable, authors }: AboutProps) {
  const [watch] = useState(() => createReactionWatch(pool, work))
  const { events, isLoading } = useSyncExternalStore(watch.watch, watch.read, watch.read)
  const addressKey = addresses.join(' ')
  // After the pool has been configured with its relays.
  useEffect(() => watch.open(), [watch, addressKey])
  const blocked = useMemo(() => readBlockedAuthors(authors), [authors])
  const { likes, reposts, threads } = useMemo(() => sortEvents(events, work, blocked), [events, work, blocked])
  const key = useOwnKey()
  const isRefused = authors.blockedPubkeys.some(key.isOwn)
  // Events of a blocked key are not shown, so signing is not offered.
  const own = isRefused ? { ...key, isThere: null } : key
  const [relay = ''] = addresses
  const actions = createReactionActions({ work, own, relay, pool, watch })
  if (isLoading) return <Searching isUnreachable={isUnreachable} />
  return (
    <div className="border-t border-line pt-4">
      <ReactionButtons
        actions={actions}
        likes={likes}
        reposts={reposts}
        commentCount={countComments(withoutWriters(threads, blocked.isBlocked))}
      />
      {isRefused && <p className="mt-3 text-ink-2">{t('reactions.ownKeyAway')}</p>}
      <RelayComments actions={actions} threads={threads} blocked={blocked} pool={pool} />
    </div>
  )
}

/** Allows for clock differences. */
const CLOCK_SKEW_MAX_SECONDS = 900

/** Comments by authors the reader has blocked remain visible to the reader. */
function sortEvents(events: readonly NostrEvent[], work: Work, { isBlocked, isOwn }: BlockedAuthors) {
  const latest = Date.now() / 1_000 + CLOCK_SKEW_MAX_SECONDS
  const present = withoutDeleted(events).filter((event) => event.created_at <= latest)
  const ofType = (reaction: 'like' | 'repost') =>
    present.filter((event) => !isBlocked(event.pubkey) && parseReaction(event, work) === reaction)
  const threads = threadComments(present.flatMap((event) => parseComment(event, work) ?? []))
  return {
    likes: ofType('like'),
    reposts: ofType('repost'),
    threads: withoutWriters(threads, (pubkey) => isBlocked(pubkey) && !isOwn(pubkey)),
  }
}

const countComments = (threads: readonly Thread[]): number =>
  threads.reduce((sum, { replies }) => sum + 1 + replies.length, 0)

/** The work with its nostr event, if its artist has published it. Rejects when no relay can be queried for it. */
async function findWork(
  pool: RelayPool,
  { pubkeys, guid }: Wire<typeof listNostrAuthors>,
  { type, contentId }: WorkOfPage,
  publicUrl: string,
): Promise<Work> {
  const external =
    type === 'track' ? externalIdOfTrack(contentId, publicUrl) : externalIdOfEpisode(contentId, guid, publicUrl)
  if (pubkeys.length === 0) return { external, event: null }
  const find = (filter: RelayFilter) => pool.get({ ...filter, authors: pubkeys })
  if (type === 'episode') return { external, event: await find({ kinds: [EPISODE_KIND], '#i': [external.value] }) }
  const findTrack = (kind: number) => find({ kinds: [kind], '#d': [contentId] })
  return { external, event: (await findTrack(MUSIC_TRACK_KIND)) ?? (await findTrack(AUDIO_TRACK_KIND)) }
}
