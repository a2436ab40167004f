/** One item of a feed of another server: playing it, what it is about, and paying its recipients. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getForeignItem } from '#contract/listening/foreign/feeds.ts'
import { RowsComing } from '#web/content/part-states.tsx'
import { PlayDisc } from '#web/content/play-button.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { BoostDialog } from '#web/player/bar/boost-dialog.tsx'
import { AddToPlaylistButton } from '#web/playlists/add-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { formatDate, formatDuration } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { feedHref, playablesOfForeign } from '#web/playlists/foreign-addresses.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { Elsewhere } from './foreign-feed.tsx'
import { StreamNote } from './stream-part.tsx'

export function ForeignItemView({ itemId, playlistId }: { itemId: string; playlistId: string | null }) {
  const { call } = useSite()
  const asked = useQuery(callQuery(call, getForeignItem, { params: { itemId } }))
  const [isPaying, setIsPaying] = useState(false)
  if (asked.isPending) return <RowsComing />
  if (asked.isError) {
    return <LoadFailure level="part" error={asked.error} retry={asked.refetch} />
  }
  const item = asked.data
  const facts = [
    t(item.isGone ? 'foreign.gone' : 'foreign.from', { site: item.site }),
    item.publishedAt ? formatDate(item.publishedAt) : '',
    item.duration ? formatDuration(item.duration) : '',
  ]
  return (
    <article className="flex flex-wrap items-start gap-5">
      <Cover
        src={item.artworkUrl}
        alt=""
        seed={item.feedId ?? item.id}
        sizes="160px"
        className="size-[96px] shrink-0 md:size-[160px]"
      />
      <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-3">
        <h2 className="title-2 wrap-anywhere">{item.title}</h2>
        <p>
          {item.feedId === null ? (
            <span className="font-semi">{item.feedTitle}</span>
          ) : (
            <Link to={feedHref(item.feedId)} className="font-semi hover:underline">
              {item.feedTitle}
            </Link>
          )}
        </p>
        <p className="text-sm text-ink-2">{facts.filter((fact) => fact !== '').join(' · ')}</p>
        <div className="flex flex-wrap items-center gap-4">
          <PlayDisc list={playablesOfForeign([item], playlistId)} title={item.title} />
          {item.isPayable && (
            <Button kind="zap" size="large" icon={<Bolt size={16} />} onClick={() => setIsPaying(true)}>
              {t('foreign.boost')}
            </Button>
          )}
          <AddToPlaylistButton track={{ id: item.id, title: item.title, isElsewhere: true }} />
          {item.linkUrl && <Elsewhere href={item.linkUrl} text={t('foreign.site')} />}
          <Elsewhere href={item.audioUrl} text={t('foreign.openAudio')} />
        </div>
        {item.isPayable && <StreamNote href="/library/elsewhere" />}
        {item.description && (
          <p className="mt-3 max-w-[60ch] leading-[1.55] wrap-anywhere whitespace-pre-line">{item.description}</p>
        )}
      </div>
      <BoostDialog item={item} playlistId={playlistId} isOpen={isPaying} onClose={() => setIsPaying(false)} />
    </article>
  )
}
