/** What the user has bought, was given, redeemed or collected, with its files. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getDownloads, listCollection } from '#contract/catalog/downloads.ts'
import type { Wire } from '#contract/endpoint.ts'
import { EmptyShelf } from '#web/content/empty/empty-shelf.tsx'
import { PartStates } from '#web/content/part-states.tsx'
import { CardsComing } from '#web/content/saved-grid.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { DownloadFiles } from '#web/purchase/files/download-files.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { useSavedPages } from './saved-pages.ts'

type Item = Wire<typeof listCollection>['items'][number]

const SOURCES: Readonly<Record<Item['source'], (date: string) => string>> = {
  purchase: (date) => t('records.sourcePurchase', { date }),
  code: (date) => t('records.sourceCode', { date }),
  free: (date) => t('records.sourceFree', { date }),
}

export function CollectionPart() {
  const query = useSavedPages(listCollection)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <PartStates
        query={query}
        isEmpty={items.length === 0}
        empty={<EmptyShelf title={t('shelf.titleRoom')} sentence={t('records.collectionEmpty')} />}
        waiting={<CardsComing />}
      >
        <ul className="flex flex-col divide-y divide-line">
          {items.map((item) => (
            <CollectedRow key={item.contentId} item={item} />
          ))}
        </ul>
      </PartStates>
      {!query.isPending && (
        <p className="mt-6">
          <Link to="/redeem" className="inline-flex min-h-11 items-center font-semi underline underline-offset-4">
            {t('records.redeemTitle')}
          </Link>
        </p>
      )}
    </>
  )
}

function CollectedRow({ item }: { item: Item }) {
  const { contentId, contentType, title, artist, artworkUrl, isPublic, source, collectedAt } = item
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Cover
          src={artworkUrl}
          alt=""
          seed={contentId}
          shape="square"
          sizes="120px"
          className="size-20 shrink-0 md:size-28"
        />
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="title-3 wrap-anywhere">
            {isPublic ? (
              <Link to={`/${contentType}/${contentId}`} className="hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          <p>{artist}</p>
          <p className="text-sm text-ink-2">{SOURCES[source](formatDate(collectedAt))}</p>
          {!isPublic && <p className="text-sm text-ink-2">{t('records.withdrawn')}</p>}
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t('records.filesOf', { title })}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-11 font-strong underline decoration-2 underline-offset-[5px] hover:no-underline"
        >
          {t('records.files')}
        </button>
      </div>
      {isOpen && (
        <div className="mt-4 max-w-[40rem]">
          <Files contentId={contentId} title={title} />
        </div>
      )}
    </li>
  )
}

function Files({ contentId, title }: { contentId: string; title: string }) {
  const { call } = useSite()
  const { data, error } = useQuery({ ...callQuery(call, getDownloads, { params: { contentId } }), staleTime: 0 })
  if (error) return <Problem words={describeFailure(error)} />
  return data ? <DownloadFiles downloads={data} title={title} /> : <Skeleton className="h-40 rounded-field" />
}
