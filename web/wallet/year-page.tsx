/** What the user received in a year, by month and kind, with its worth in dollars at the time: to print, and as CSV. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { exportStatementYear, getStatementYear } from '#contract/accounts/statement-year.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { useNavigate, useParams } from '#web/navigation/navigation.tsx'
import { useAccount } from '#web/session/account.ts'
import { fetchFile } from '#web/session/save-file.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { type Column, Table } from '#web/ui/layout/table.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { formatMoment, formatNumber } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { BackToTransactions } from './back-to-transactions.tsx'
import { lineTypes } from './line-types.ts'
import { PAPER } from './receipt/paper.tsx'
import { PrintButton } from './receipt/print-button.tsx'
import { SaveCsv } from './statement/save-statement.tsx'

type Year = Wire<typeof getStatementYear>
type Sum = Pick<Year['sums'][number], 'lineCount' | 'msatAmount' | 'microUsd' | 'msatWithoutPrice'> & { name: string }

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function Page() {
  const { data: account } = useAccount()
  const { year = '' } = useParams()
  if (!account) return <Skeleton className="h-96" />
  const thisYear = new Date().getFullYear()
  const first = new Date(account.createdAt).getFullYear()
  const years = Array.from({ length: thisYear - first + 1 }, (_, index) => String(thisYear - index))
  return years.includes(year) ? <YearPage year={year} years={years} /> : <NoYear thisYear={String(thisYear)} />
}

/** The account did not exist in that year. */
function NoYear({ thisYear }: { thisYear: string }) {
  return (
    <>
      <Head title={t('failure.notFoundTitle')} isHidden />
      <ErrorState
        title={t('failure.notFoundTitle')}
        detail={t('wallet.yearUnknown')}
        action={
          <ButtonLink to={`/transactions/year/${thisYear}`}>{t('wallet.yearTitle', { year: thisYear })}</ButtonLink>
        }
      />
    </>
  )
}

/** `years`: those of the account, newest first. */
function YearPage({ year, years }: { year: string; years: readonly string[] }) {
  const { call } = useSite()
  const request = { params: { year }, query: { timeZone: timeZone() } }
  const { data, error, refetch } = useQuery({ ...callQuery(call, getStatementYear, request), staleTime: 0 })
  const navigate = useNavigate()
  return (
    <>
      <Head title={t('wallet.yearTitle', { year })} isHidden />
      <div className="mx-auto max-w-[760px]">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
          <BackToTransactions />
          <SelectField
            label={t('wallet.year')}
            isLabelHidden
            value={year}
            onChange={(event) => void navigate(`/transactions/year/${event.target.value}`, { replace: true })}
          >
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <Actions request={request} />
        </div>
        {data ? (
          <Paper year={data} />
        ) : error ? (
          <LoadFailure title={t('wallet.statementFailed')} error={error} retry={refetch} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  )
}

function Actions({ request }: { request: { params: { year: string }; query: { timeZone: string } } }) {
  return (
    <div className="flex flex-wrap gap-2.5">
      <SaveCsv read={() => fetchFile(exportStatementYear, request)} period={request.params.year} />
      <PrintButton />
    </div>
  )
}

function Paper({ year: { year, sums, isSandboxPrice } }: { year: Year }) {
  const { data: account } = useAccount()
  const byKind = lineTypes.flatMap(({ type, label }) =>
    total(
      t(label),
      sums.filter((one) => one.type === type),
    ),
  )
  const byMonth = Array.from({ length: 12 }, (_, index) =>
    total(
      monthName(year, index),
      sums.filter(({ month }) => month === index + 1),
    ),
  ).flat()
  const [all] = total(t('wallet.yearTotal'), sums)
  return (
    <div className={PAPER}>
      <h1 className="title-great">{t('wallet.yearTitle', { year: String(year) })}</h1>
      <p className="mt-2 text-ink-2">
        {[account?.name, timeZone(), isSandboxPrice ? t('wallet.yearSandbox') : null].filter(Boolean).join(' · ')}
      </p>
      {all === undefined ? (
        <p className="mt-6">{t('wallet.yearNothing')}</p>
      ) : (
        <>
          <Sums title={t('wallet.yearKinds')} head={t('wallet.yearKind')} sums={[...byKind, all]} />
          <Sums title={t('wallet.yearMonths')} head={t('wallet.yearMonth')} sums={[...byMonth, all]} />
        </>
      )}
      <p className="mt-6 max-w-[64ch] text-sm text-ink-2">{t('wallet.yearNote')}</p>
    </div>
  )
}

const monthName = (year: number, index: number) =>
  formatMoment(new Date(Date.UTC(year, index, 15)), { month: 'long', timeZone: 'UTC' })

/** No row without sums. */
function total(name: string, sums: readonly Omit<Sum, 'name'>[]): Sum[] {
  if (sums.length === 0) return []
  const add = (of: (sum: Omit<Sum, 'name'>) => number) => sums.reduce((all, sum) => all + of(sum), 0)
  return [
    {
      name,
      lineCount: add((sum) => sum.lineCount),
      msatAmount: add((sum) => sum.msatAmount),
      microUsd: add((sum) => sum.microUsd),
      msatWithoutPrice: add((sum) => sum.msatWithoutPrice),
    },
  ]
}

function Sums({ title, head, sums }: { title: string; head: string; sums: Sum[] }) {
  const columns: Column<Sum>[] = [
    { key: 'name', head, cell: ({ name }) => name },
    {
      key: 'count',
      head: t('wallet.yearPayments'),
      isFigure: true,
      isWideOnly: true,
      cell: (sum) => formatNumber(sum.lineCount),
    },
    { key: 'sats', head: 'sats', isFigure: true, cell: (sum) => formatSats(sum.msatAmount) },
    { key: 'usd', head: 'USD', isFigure: true, cell: (sum) => <Dollars sum={sum} /> },
  ]
  return (
    <section className="mt-7">
      <h2 className="mb-1 text-xl">{title}</h2>
      <Table caption={title} columns={columns} rows={sums} rowKey={({ name }) => name} />
    </section>
  )
}

/** Below it, what has no price; alone if nothing has one. */
function Dollars({ sum: { msatAmount, microUsd, msatWithoutPrice } }: { sum: Sum }) {
  const isPriced = msatWithoutPrice < msatAmount
  return (
    <>
      {isPriced && formatUsd(microUsd)}
      {msatWithoutPrice > 0 && (
        <span className="block text-sm font-normal whitespace-normal text-ink-2">
          {isPriced && '+ '}
          {formatSats(msatWithoutPrice)} {t('wallet.yearUnpriced')}
        </span>
      )}
    </>
  )
}

/** Millionths of a dollar, to the cent. */
const formatUsd = (microUsd: number) =>
  formatNumber(microUsd / 1_000_000, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
