/** Who pays, and the messages they send. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { listMessages, listSupporters } from '#contract/listening/stats.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { Table } from '#web/ui/layout/table.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import type { DayRange } from './day-ranges.ts'
import { Loaded, Part } from './part.tsx'
import { SaveCsv, satsOf } from './save-csv.tsx'
import { formatCount, hrefOf } from './wordings.ts'
import { formatSats } from '#web/words/sats.ts'

type Supporter = Wire<typeof listSupporters>[number]['supporter']
type Message = Wire<typeof listMessages>['messages'][number]

const PAGE = 10

export function Supporters({ range }: { range: DayRange }) {
  const { call } = useSite()
  const query = useQuery(callQuery(call, listSupporters, { query: range }))
  const csv = (
    <SaveCsv
      what={t('analytics.topSupporters')}
      name={`supporters-${range.from}-${range.to}`}
      heads={[t('analytics.supporter'), t('analytics.zaps'), t('analytics.sats')]}
      rows={() =>
        (query.data ?? []).map(({ supporter, zapTotal, msatTotal }) => [nameOf(supporter), zapTotal, satsOf(msatTotal)])
      }
    />
  )
  return (
    <Part
      title={t('analytics.topSupporters')}
      lead={t('analytics.topSupportersLead')}
      actions={query.data !== undefined && query.data.length > 0 && csv}
    >
      <Loaded query={query} height="h-60">
        {(supporters) =>
          supporters.length === 0 ? (
            <p className="max-w-[60ch] text-ink-2">{t('analytics.noSupporters')}</p>
          ) : (
            <Table
              caption={t('analytics.topSupporters')}
              rows={supporters.slice(0, PAGE)}
              rowKey={({ supporter }) => supporter?.profileUrl ?? ''}
              columns={[
                {
                  key: 'supporter',
                  head: t('analytics.supporter'),
                  cell: ({ supporter }) => <Who supporter={supporter} />,
                },
                {
                  key: 'zaps',
                  head: t('analytics.zaps'),
                  cell: ({ zapTotal }) => formatCount(zapTotal),
                  isFigure: true,
                },
                {
                  key: 'sats',
                  head: t('analytics.sats'),
                  cell: ({ msatTotal }) => formatSats(msatTotal),
                  isFigure: true,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Part>
  )
}

const nameOf = (supporter: Supporter): string =>
  supporter === null ? t('analytics.nameless') : (supporter.displayName ?? supporter.name)

function Who({ supporter }: { supporter: Supporter }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar src={supporter?.artworkUrl} seed={supporter?.name ?? 'nobody'} />
      {supporter === null ? (
        <span className="text-ink-2">{nameOf(null)}</span>
      ) : (
        <Link to={`/profile/${supporter.profileUrl}`} className="min-w-0 truncate font-semi hover:underline">
          {nameOf(supporter)}
        </Link>
      )}
    </span>
  )
}

export function Messages() {
  const { call } = useSite()
  const query = useInfiniteQuery({
    queryKey: queryKeyOf(listMessages),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        listMessages,
        { query: { limit: String(PAGE), ...(pageParam !== null && { before: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
  const messages = query.data?.pages.flatMap((page) => page.messages)
  return (
    <Part title={t('analytics.messages')}>
      <Loaded query={{ data: messages, error: query.error, refetch: query.refetch }} height="h-60">
        {(written) =>
          written.length === 0 ? (
            <p className="text-ink-2">{t('analytics.noMessages')}</p>
          ) : (
            <ul className="border-t border-line">
              {written.map((message) => (
                <Written key={message.id} message={message} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton pages={query} label={t('analytics.older')} className="mt-5" />
    </Part>
  )
}

function Written({ message }: { message: Message }) {
  const { id, supporter, comment, msatAmount, title, contentType, trackId, createdAt } = message
  const href = hrefOf(contentType, trackId)
  return (
    <li className="flex gap-3.5 border-b border-line py-4">
      <span className="shrink-0">
        <Avatar src={supporter?.artworkUrl} seed={supporter?.name ?? 'nobody'} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 truncate font-semi">
            {supporter === null ? (
              <span className="text-ink-2">{nameOf(null)}</span>
            ) : (
              <Link to={`/profile/${supporter.profileUrl}`} className="hover:underline">
                {nameOf(supporter)}
              </Link>
            )}
          </span>
          {/* The message may concern the whole payment, which is on its receipt. */}
          <Link to={`/transactions/earnings/${id}`} className="text-sm font-semi text-orange-text hover:underline">
            {t('analytics.messageShare', { amount: formatSats(msatAmount) })}
          </Link>
        </p>
        <p className="mt-1 text-lg">{comment}</p>
        <p className="mt-1 text-sm text-ink-2">
          {href === null ? (
            t('analytics.messageAbout', { title })
          ) : (
            <Link to={href} className="hover:underline">
              {t('analytics.messageAbout', { title })}
            </Link>
          )}
          {' · '}
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </p>
      </div>
    </li>
  )
}
