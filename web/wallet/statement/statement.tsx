/** The statement: its filter with totals, lines grouped by day, and older lines on request. */
import { useEffect } from 'react'
import { formatExactChange } from '#web/format/amounts.ts'
import { Dollars } from '#web/format/dollars.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { LineType } from '#web/wallet/line-types.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { SaveStatement } from './save-statement.tsx'
import { StatementLine } from './line.tsx'
import { dayAnchor, groupByDay, useStatement, type Day } from './query.ts'
import { TypeFilter } from './type-filter.tsx'

type Narrowing = { types: readonly LineType[]; onTypes: (types: readonly LineType[]) => void }
/** A day that the address names, and the page on which its lines begin. */
export type ChosenDay = { day: string; page: number }

export function Statement({
  types,
  onTypes,
  onDeposit,
  chosen,
}: Narrowing & { onDeposit: () => void; chosen: ChosenDay | null }) {
  const query = useStatement(types, chosen?.page)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const days = data && groupByDay(data.pages, new Date())
  const newest = data?.pages[0]
  useArrivalAt(days !== undefined && chosen !== null ? chosen.day : null)
  return (
    <section>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="title-2">{t('wallet.everySat')}</h2>
        <span className="flex flex-wrap gap-2.5">
          <ButtonLink kind="quiet" size="small" to={`/transactions/year/${new Date().getFullYear()}`}>
            {t('wallet.yearOpen')}
          </ButtonLink>
          <SaveStatement types={types} />
        </span>
      </header>
      <TypeFilter offered={newest?.types ?? []} types={types} onTypes={onTypes} />
      {newest && newest.pagination.total > 0 && <Totals {...newest.totals} lineCount={newest.pagination.total} />}
      {days === undefined && !error && <StatementSkeleton />}
      {days === undefined && error && (
        <LoadFailure level="part" title={t('wallet.statementFailed')} error={error} retry={refetch} />
      )}
      {days?.length === 0 && <NothingYet {...{ types, onTypes, onDeposit }} />}
      {chosen && days && <ToNewest />}
      {query.hasPreviousPage && (
        <Button
          kind="quiet"
          className="mt-4"
          isWaiting={query.isFetchingPreviousPage}
          onClick={() => void query.fetchPreviousPage()}
        >
          {t('wallet.newer')}
        </Button>
      )}
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

/** Shows the chosen day, once for each choice, and moves the focus to it. */
function useArrivalAt(day: string | null): void {
  useEffect(() => {
    const heading = day === null ? null : document.getElementById(dayAnchor(day))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [day])
}

function ToNewest() {
  return (
    <Link
      to="/transactions"
      replace
      preventScrollReset
      className="mt-4 inline-flex min-h-11 items-center font-semi underline underline-offset-4 hover:no-underline"
    >
      {t('wallet.toNewest')}
    </Link>
  )
}

/** Totals of everything that matches the filter, not only of the lines loaded so far. */
function Totals({ msatIn, msatOut, lineCount }: { msatIn: number; msatOut: number; lineCount: number }) {
  const count = t('wallet.payments', { count: lineCount })
  return (
    <dl className="mt-4 flex flex-wrap items-baseline gap-x-8 gap-y-1">
      <Total name={t('wallet.totalsIn')} change={msatIn} isIn={msatIn > 0} />
      {/* Subtracted instead of negated, because negating zero gives −0. */}
      <Total name={t('wallet.totalsOut')} change={0 - msatOut} />
      <div className="text-sm text-ink-2 sm:ml-auto">
        <dt className="sr-only">{t('wallet.totalsCount')}</dt>
        <dd>{count}</dd>
      </div>
    </dl>
  )
}

type TotalProps = { name: string; change: number; isIn?: boolean }

function Total({ name, change, isIn = false }: TotalProps) {
  const [amount, msat] = [formatExactChange(change), Math.abs(change)]
  return (
    <div className="flex items-baseline gap-2">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={isIn ? 'text-lg font-strong text-mint' : 'text-lg font-strong'}>
        {amount} <span className="text-sm font-medium text-ink-2">{satsUnit(amount.replace(/^[+−-]/, ''))}</span>
        {msat > 0 && <Dollars amountMsat={msat} className="text-sm font-medium text-ink-2" />}
      </dd>
    </div>
  )
}

type Next = { sentence: TranslationKey; href?: string; label?: TranslationKey }

/** What to do next, for each empty filter. */
const NEXT: Record<LineType, Next> = {
  Earnings: { sentence: 'wallet.emptyEarnings', href: '/studio', label: 'shell.studio' },
  'Ticket Sale': { sentence: 'wallet.emptyFilter' },
  Zap: { sentence: 'wallet.emptyZaps' },
  'Zap Sent': { sentence: 'wallet.emptyZapsSent', href: '/top', label: 'shell.top' },
  Deposit: { sentence: 'wallet.emptyDeposits', href: '?open=deposit', label: 'wallet.deposit' },
  'Top Up': { sentence: 'wallet.emptyFilter' },
  Withdraw: { sentence: 'wallet.emptyWithdrawals', href: '?open=withdraw', label: 'wallet.withdraw' },
  Autoforward: { sentence: 'wallet.emptyForwards', href: '?open=address', label: 'wallet.addressSet' },
}

function NothingYet({ types, onTypes, onDeposit }: Narrowing & { onDeposit: () => void }) {
  if (types.length === 0) {
    return (
      <EmptyState sentence={t('wallet.empty')} action={<Button onClick={onDeposit}>{t('wallet.deposit')}</Button>} />
    )
  }
  const [only] = types
  const { sentence, href, label }: Next = types.length === 1 && only ? NEXT[only] : { sentence: 'wallet.emptyFilter' }
  const action =
    href !== undefined && label !== undefined ? (
      <ButtonLink to={href}>{t(label)}</ButtonLink>
    ) : (
      <Button kind="quiet" onClick={() => onTypes([])}>
        {t('wallet.showAll')}
      </Button>
    )
  return <EmptyState sentence={t(sentence)} action={action} />
}

function DayLines({ day }: { day: Day }) {
  return (
    <section className="mt-8">
      <h3
        id={day.id}
        tabIndex={-1}
        data-quiet-focus
        className="scroll-mt-6 border-b border-line pb-2 font-text text-sm font-semi tracking-normal text-ink-2"
      >
        {day.name}
      </h3>
      <ul className="@container">
        {day.lines.map((line) => (
          <StatementLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  )
}

function StatementSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')} className="mt-4">
      <Skeleton className="mb-6 h-6 w-72 max-w-full" />
      <LinesSkeleton hasAmounts />
    </div>
  )
}
