/** The statement: chips to narrow it, days, lines, older ones on request. */
import { Link } from 'react-router'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { formatAmount, formatChange } from './amounts.ts'
import {
  contentHref,
  describeTypeOf,
  formatTime,
  standingOf,
  stateOfLine,
  titleOf,
  type Line,
} from './payment-words.ts'
import { filters, groupByDay, useStatement, type Day, type StatementFilter } from './statement-query.ts'

export function Statement({
  filter,
  onFilter,
  onDeposit,
}: {
  filter: StatementFilter
  onFilter: (filter: StatementFilter) => void
  onDeposit: () => void
}) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useStatement(filter)
  const days = data && groupByDay(data.pages, new Date())
  return (
    <section className="mt-11">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-xl md:text-2xl">{t('wallet.statement')}</h2>
        <Filters filter={filter} onFilter={onFilter} />
      </header>
      {days === undefined && !error && <StatementSkeleton />}
      {days === undefined && error && (
        <ErrorState
          level="part"
          title={t('wallet.statementFailed')}
          detail={describeFailure(error)}
          retryLabel={t('failure.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {days?.length === 0 && <NothingYet filter={filter} onFilter={onFilter} onDeposit={onDeposit} />}
      {days?.map((day) => (
        <DayLines key={day.name} day={day} />
      ))}
      {hasNextPage && (
        <Button kind="quiet" className="mt-6" isWaiting={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('wallet.older')}
        </Button>
      )}
    </section>
  )
}

function Filters({ filter, onFilter }: { filter: StatementFilter; onFilter: (filter: StatementFilter) => void }) {
  return (
    <div role="group" aria-label={t('wallet.filters')} className="flex flex-wrap gap-2">
      {filters.map(({ key, word }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === filter}
          onClick={() => onFilter(key)}
          className={classNames(
            'min-h-9 shrink-0 rounded-pill border border-line px-3.5 text-sm font-semi whitespace-nowrap text-ink-2',
            'transition-colors hover:border-line-2 hover:text-ink',
            'aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-beige',
          )}
        >
          {t(word)}
        </button>
      ))}
    </div>
  )
}

function NothingYet({
  filter,
  onFilter,
  onDeposit,
}: {
  filter: StatementFilter
  onFilter: (filter: StatementFilter) => void
  onDeposit: () => void
}) {
  if (filter === 'all') {
    return (
      <EmptyState sentence={t('wallet.empty')} action={<Button onClick={onDeposit}>{t('wallet.deposit')}</Button>} />
    )
  }
  const showAll = (
    <Button kind="quiet" onClick={() => onFilter('all')}>
      {t('wallet.showAll')}
    </Button>
  )
  return <EmptyState sentence={t('wallet.emptyFilter')} action={showAll} />
}

function DayLines({ day }: { day: Day }) {
  return (
    <section className="mt-6">
      <h3 className="border-b border-line pb-2 font-text text-sm font-semi tracking-normal text-ink-2">{day.name}</h3>
      <ul>
        {day.lines.map((line) => (
          <StatementLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  )
}

/** The whole line leads to its receipt; the title of a content leads to the content. */
function StatementLine({ line }: { line: Line }) {
  const { type, detail, failureReason, comment, contentType, contentId, createdAt, paymentId } = line
  const state = stateOfLine(line)
  const standing = standingOf(state, detail, failureReason)
  const title = titleOf(line)
  const href = contentHref(contentType, contentId)
  const moment = new Date(createdAt)
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line py-3.5 transition-colors',
        'hover:bg-[color-mix(in_srgb,var(--color-highlight)_60%,transparent)] md:grid-cols-[4.5rem_minmax(0,1fr)_auto] md:px-2',
      )}
    >
      <time dateTime={createdAt} className="pt-px text-sm text-ink-3 max-md:hidden">
        {formatTime(moment)}
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semi">
          {href === null ? (
            <span className="min-w-0 truncate">{title}</span>
          ) : (
            <Link to={href} className="relative z-10 min-w-0 truncate hover:underline">
              {title}
            </Link>
          )}
          {!standing.isSettled && <Badge tone={standing.tone}>{standing.word}</Badge>}
        </p>
        <p className="text-sm text-ink-2">
          {describeTypeOf(type, contentType)}
          <span className="md:hidden"> · {formatTime(moment)}</span>
        </p>
        {!standing.isSettled && <p className="mt-0.5 max-w-[60ch] text-sm text-ink-2">{standing.note}</p>}
        {comment && <p className="mt-1 max-w-[60ch] border-l-2 border-line-2 pl-2.5 text-sm break-words">{comment}</p>}
      </div>
      <Link
        to={`/transactions/${paymentId}`}
        aria-label={t('wallet.receiptOf', { what: title, amount: amountOf(line, state === 'failed') })}
        className="text-right after:absolute after:inset-0"
      >
        <Change line={line} isFailed={state === 'failed'} />
      </Link>
    </li>
  )
}

/** What did not leave stands without a sign. */
const amountOf = ({ msatAmount, msatChange }: Line, isFailed: boolean): string =>
  isFailed ? formatAmount(msatAmount) : formatChange(msatChange)

function Change({ line, isFailed }: { line: Line; isFailed: boolean }) {
  const { msatChange, msatAmount, feeMsat, isPending } = line
  const heldMsat = isPending ? -msatChange - msatAmount : 0
  return (
    <>
      <span
        className={classNames(
          'block text-lg font-strong whitespace-nowrap',
          msatChange > 0 && 'text-mint',
          isFailed && 'text-ink-3 line-through decoration-1',
        )}
      >
        {amountOf(line, isFailed)}
      </span>
      {feeMsat > 0 && !isFailed && <Small>{t('wallet.withFee', { sats: formatAmount(feeMsat) })}</Small>}
      {heldMsat > 0 && <Small>{t('wallet.withHeld', { sats: formatAmount(heldMsat) })}</Small>}
    </>
  )
}

const Small = ({ children }: { children: string }) => (
  <span className="block text-xs text-ink-3 max-sm:max-w-28 max-sm:text-balance">{children}</span>
)

function StatementSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className="mt-6">
      <Skeleton className="h-4 w-24" />
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center justify-between border-b border-line py-4">
          <span>
            <Skeleton className="mb-2 h-4 w-44" />
            <Skeleton className="h-3 w-28" />
          </span>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  )
}
