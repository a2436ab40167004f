/** What the user has scheduled, next first, grouped by day. Draws nothing when there is nothing. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#contract/endpoint.ts'
import { listComing } from '#contract/catalog/publish.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatZone } from '#web/words/zone.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'

type ComingItem = Wire<typeof listComing>[number]

const SHOWN_MAX = 8

export function Coming() {
  const { call } = useSite()
  const [isWhole, setIsWhole] = useState(false)
  const { data = [] } = useQuery({ ...callQuery(call, listComing, {}), staleTime: 0 })
  if (data.length === 0) return null
  const shown = isWhole ? data : data.slice(0, SHOWN_MAX)
  return (
    <Section title={t('studio.coming')}>
      <p className="-mt-2 mb-3 text-sm text-ink-2">
        {t('studio.publishZone', { zone: formatZone(new Date(shown[0]!.publishedAt)) })}
      </p>
      <ol className="border-t border-line">
        {Object.entries(Object.groupBy(shown, dayOf)).map(([day, items = []]) => (
          <li key={day} className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[220px_minmax(0,1fr)]">
            <p className="font-semi">{day}</p>
            <ul>
              {items.map((item) => (
                <ComingRow key={item.contentId} item={item} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {shown.length < data.length && (
        <Button kind="quiet" size="small" className="mt-3" onClick={() => setIsWhole(true)}>
          {t('studio.comingAll', { count: data.length })}
        </Button>
      )}
    </Section>
  )
}

function ComingRow({ item }: { item: ComingItem }) {
  const { title, parent, publishedAt } = item
  return (
    <li className="flex flex-wrap items-baseline gap-x-4">
      <time dateTime={publishedAt} className="w-14 text-ink-2">
        {formatMoment(new Date(publishedAt), { timeStyle: 'short' })}
      </time>
      <Link
        to={pathOf(item)}
        className="inline-flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 hover:underline sm:min-h-6"
      >
        <span className="font-medium wrap-anywhere">{title}</span>
        {parent !== null && <span className="text-sm text-ink-2">{parent.title}</span>}
      </Link>
    </li>
  )
}

/** 'Friday, 16 October 2026'. */
const dayOf = ({ publishedAt }: ComingItem): string => formatMoment(new Date(publishedAt), { dateStyle: 'full' })

function pathOf({ contentType, contentId }: ComingItem): string {
  if (contentType === 'album') return `/studio/albums/${contentId}`
  if (contentType === 'podcast') return `/studio/podcasts/${contentId}`
  return `/studio/edit/${contentType}/${contentId}`
}
