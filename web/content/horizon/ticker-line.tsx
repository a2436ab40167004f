/** The line of the ticker: cover, sats, who sent them to what, and the message. */
import { useEffect, useRef } from 'react'
import { LATEST_ZAPS, listLatestZaps } from '#contract/listening/zap-news.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { satsUnit } from '#web/format/sats-unit.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { latestZapsOf, type TickerProps } from './latest-zaps.ts'
import { listenToZaps, type ZapNews } from './live-zaps.ts'

const MOVE = { duration: 420, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

export function TickerLine({ contentId }: TickerProps) {
  const { queries } = useSite()
  const zaps = usePageData(listLatestZaps, latestZapsOf(contentId))
  const list = useRef<HTMLUListElement>(null)
  const arrived = useRef(false)
  useEffect(
    () =>
      listenToZaps(queries, contentId ?? null, (news) => {
        queries.setQueryData<ZapNews[]>(queryKeyOf(listLatestZaps, latestZapsOf(contentId)), (known = []) =>
          known.some(({ id }) => id === news.id) ? known : [news, ...known].slice(0, LATEST_ZAPS),
        )
        arrived.current = true
      }),
    [queries, contentId],
  )
  const newestId = zaps?.[0]?.id
  useEffect(() => {
    if (arrived.current && list.current) moveIn(list.current)
    arrived.current = false
  }, [newestId])
  if (!zaps || zaps.length === 0) return null
  return (
    <section
      aria-label={t('ticker.label')}
      className="bleed h-14 overflow-clip border-t border-(--cream)/15 bg-(--under) text-(--cream)"
    >
      <ul ref={list} className="scroll-quiet gut flex h-full items-center gap-x-9 overflow-x-auto">
        {zaps.map((zap) => (
          <li key={zap.id} className="shrink-0">
            <TickerItem zap={zap} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TickerItem({ zap }: { zap: ZapNews }) {
  const sats = formatSats(zap.msatAmount)
  const name = zap.displayName ?? zap.name ?? t('horizon.somebody')
  return (
    <Link
      to={`/${zap.contentType}/${zap.contentId}`}
      className="relative flex min-h-11 items-center gap-2.5 whitespace-nowrap hover:underline"
    >
      <Cover src={zap.artworkUrl} alt="" seed={zap.parentId ?? zap.contentId} sizes="30px" className="w-7.5" />
      <span className="numeral text-lg text-(--sats)">{sats}</span>
      <span className="sr-only">{satsUnit(sats)}</span>
      <span>{t('ticker.item', { name, title: zap.title })}</span>
      {zap.message !== null && <q className="max-w-[32ch] truncate font-semi">{zap.message}</q>}
    </Link>
  )
}

/** From where the items were before to where they are now. */
function moveIn(list: HTMLElement): void {
  const [first, second] = list.children
  if (!first || !second || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const distance = second.getBoundingClientRect().left - first.getBoundingClientRect().left
  for (const item of list.children) {
    item.animate([{ transform: `translateX(${-distance}px)` }, { transform: 'none' }], MOVE)
  }
}
