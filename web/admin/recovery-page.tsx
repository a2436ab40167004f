/** Recovery: in which state the server is after a restore or a difference, what an operator has to book or close, and what
 * keeps outgoing payments closed. Refreshed while the page is open. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getMoney } from '#contract/operator/admin.ts'
import { getRecovery } from '#contract/operator/admin-money.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatNumber } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { formatTimestamp } from './moments.ts'
import { DifferencesTable } from './money/differences-table.tsx'
import { OutgoingSwitch } from './money/outgoing-switch.tsx'
import { SuspenseTable } from './money/suspense-table.tsx'

const POLL_MS = 3_000

type Recovery = Wire<typeof getRecovery>

const STATES: Record<Recovery['state'], { title: TranslationKey; lead?: TranslationKey }> = {
  open: { title: 'recovery.open' },
  unchecked: { title: 'recovery.unchecked', lead: 'recovery.uncheckedLead' },
  differing: { title: 'recovery.differing', lead: 'recovery.differingLead' },
  recovering: { title: 'recovery.recovering', lead: 'recovery.recoveringLead' },
}
type Words<What extends string> = Record<What, (count: number) => string>
const OBSTACLES: Words<Recovery['obstacles'][number]['what']> = {
  differences: (count) => t('recovery.differences', { count }),
  unchecked: () => t('recovery.notRight'),
}
const WAITING: Words<Recovery['waiting'][number]['what']> = {
  payouts: (count) => t('recovery.payouts', { count }),
  suspense: (count) => t('recovery.suspense', { count }),
  journal: () => t('recovery.journal'),
}

export function Page() {
  return (
    <AdminFrame title={t('recovery.tab')} lead={t('recovery.lead')}>
      <Content />
    </AdminFrame>
  )
}

function Content() {
  const { call } = useSite()
  const live = { staleTime: 0, refetchInterval: POLL_MS }
  const { data: recovery, error, refetch } = useQuery({ ...callQuery(call, getRecovery, {}), ...live })
  const money = useQuery({ ...callQuery(call, getMoney, {}), ...live })
  if (!recovery || !money.data) {
    const retry = () => void Promise.all([refetch(), money.refetch()])
    return <ListWaiting error={error ?? money.error} onRetry={retry} />
  }
  const { custody, differences, outgoing, suspense } = money.data
  return (
    <>
      <State recovery={recovery} />
      <OutgoingSwitch outgoing={outgoing} />
      <DifferencesTable differences={differences} custody={custody} />
      {suspense.length > 0 && <SuspenseTable suspense={suspense} custody={custody} />}
    </>
  )
}

function State({ recovery }: { recovery: Recovery }) {
  const { state, newestTransferAt, audit, obstacles, waiting } = recovery
  const { title, lead } = STATES[state]
  const isOpen = state === 'open'
  return (
    <section
      role={isOpen ? 'status' : 'alert'}
      className={isOpen ? 'rounded-bar bg-mint-soft px-5 py-5' : 'rounded-bar bg-pink-soft px-5 py-5'}
    >
      <h2 className="text-xl">{t(title)}</h2>
      {lead !== undefined && <p className="mt-1 max-w-[70ch]">{t(lead)}</p>}
      <p className="mt-2 text-sm">
        {newestTransferAt !== null && `${t('recovery.newest', { moment: formatTimestamp(newestTransferAt) })} `}
        {t('recovery.progress', { compared: formatNumber(audit.compared), listed: formatNumber(audit.listed) })}
        {audit.isRunning && ` ${t('recovery.running')}`}
        {audit.lastRunAt !== null && ` ${t('admin.lastRun', { moment: formatTimestamp(audit.lastRunAt) })}`}
      </p>
      {state === 'recovering' && obstacles.length === 0 && <p className="mt-2 font-semi">{t('recovery.nothing')}</p>}
      <Counts title="recovery.refused" items={obstacles} words={OBSTACLES} />
      <Counts title="recovery.waiting" items={waiting} words={WAITING} />
    </section>
  )
}

type CountsProps<What extends string> = {
  title: TranslationKey
  items: { what: What; count: number }[]
  words: Words<What>
}

function Counts<What extends string>({ title, items, words }: CountsProps<What>) {
  if (items.length === 0) return null
  return (
    <>
      <h3 className="mt-4 font-text text-sm font-semi tracking-normal">{t(title)}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-sm">
        {items.map(({ what, count }) => (
          <li key={what}>{words[what](count)}</li>
        ))}
      </ul>
    </>
  )
}
