/** One message across the page, on the colours of the record it was sent to: the one with the largest zap of the last
 * seven days. Nothing where there is none. */
import { getQuote } from '#contract/listening/quote.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { playablesOfTracks } from '#web/player/state/playables.ts'
import { FittedTitle } from '#web/ui/fitted-title.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatDuration } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { LateHorizon } from './late-horizon.tsx'

export function Quote() {
  const quote = usePageData(getQuote, { query: {} })?.quote
  if (!quote) return null
  const { track, contentTime, name, message } = quote
  const shown = quote.displayName ?? name ?? t('quote.somebody')
  const sender = t('quote.sent', { name: shown })
  return (
    <section
      aria-label={t('quote.region')}
      style={floodStyle(track.colorInfo)}
      className="flood bleed mt-(--band) px-(--gut) pt-[clamp(2.5rem,5vw,5.5rem)]"
    >
      <blockquote className="quote-title">
        <FittedTitle title={message} fit={quote.messageFit} level="p" />
      </blockquote>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <Avatar src={quote.commenterArtworkUrl} seed={name ?? quote.commentId} size="large" />
        {name === null ? (
          <span>{sender}</span>
        ) : (
          <Link to={`/profile/${encodeURIComponent(name)}`} className="min-h-6 hover:underline">
            {sender}
          </Link>
        )}
        <strong className="title-2 whitespace-nowrap">{t('quote.sats', { sats: formatSats(quote.msatAmount) })}</strong>
        <span>{contentTime === null ? t('quote.to') : t('quote.at', { time: formatDuration(contentTime) })}</span>
        <Link to={`/track/${track.id}`} className="flex min-h-11 items-center gap-3 font-strong hover:underline">
          {track.title}
          <Cover src={track.artworkUrl} alt="" seed={track.albumId} sizes="64px" className="size-14 shrink-0" />
        </Link>
      </p>
      <LateHorizon contentId={track.id} title={track.title} list={playablesOfTracks([track])} />
    </section>
  )
}
