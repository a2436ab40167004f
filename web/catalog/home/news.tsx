/** What the artists and shows that a signed-in user follows have released: a row of covers before the chart. */
import { listFeed } from '#contract/community/feed.ts'
import type { Wire } from '#contract/endpoint.ts'
import { usePageData } from '#web/frame/page-data.ts'
import { Link } from '#web/navigation/link.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { t } from '#web/words/words.ts'

type Item = Wire<typeof listFeed>['items'][number]

const SHOWN = 6
const INPUT = { query: { limit: '20' } }

export function News() {
  const items = usePageData(listFeed, INPUT)?.items ?? []
  const releases = new Map(items.filter(({ kind }) => kind !== 'message').map((item) => [item.content.id, item]))
  const shown = [...releases.values()].slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <Section title={t('minute.news')} more={{ href: '/feed', label: t('common.seeAll') }}>
      <div className="@container">
        <ul className="grid gap-x-(--gap) gap-y-6 @min-[17rem]:grid-cols-2 @min-[37rem]:grid-cols-3 @min-[58rem]:grid-cols-6">
          {shown.map((item) => (
            <Release key={item.id} item={item} />
          ))}
        </ul>
      </div>
    </Section>
  )
}

function Release({ item: { content, source } }: { item: Item }) {
  return (
    <li className="min-w-0">
      <Link to={`/${content.type}/${content.id}`} className="group block">
        <Cover src={content.artworkUrl} alt="" seed={content.id} sizes="(min-width: 1024px) 16vw, 45vw" />
        <span className="mt-2.5 line-clamp-2 font-semi group-hover:underline">{content.title}</span>
        <span className="block truncate text-sm text-ink-2">{source.name}</span>
      </Link>
    </li>
  )
}
