/** The recipients of a payment elsewhere, with the outcome of each, in the order in which their shares were shown. */
import { Row } from '#web/ui/layout/rows.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import type { BoostWire } from './boost-summary.ts'

type Leg = BoostWire['legs'][number]

const STATES: Readonly<Record<Leg['state'] | 'left-out', TranslationKey>> = {
  pending: 'foreign.pending',
  settled: 'foreign.settled',
  failed: 'foreign.failed',
  unpaid: 'foreign.unpaid',
  waiting: 'foreign.kept',
  returned: 'foreign.returned',
  'left-out': 'foreign.unpayable',
}
/** Not, or no longer, a part of what was deducted. */
const NOT_TAKEN: ReadonlySet<keyof typeof STATES> = new Set(['failed', 'unpaid', 'returned', 'left-out'])
const ROLES: Readonly<Record<Leg['role'], TranslationKey | null>> = {
  fee: 'foreign.roleFee',
  curator: 'foreign.roleCurator',
  'time-split': 'foreign.roleTimeSplit',
  share: null,
}

export function BoostRows({ boost, format }: { boost: BoostWire; format: (msat: number) => string }) {
  const all = [...boost.legs, ...boost.leftOut.map((one) => ({ ...one, address: null, state: 'left-out' as const }))]
  return all
    .toSorted((one, other) => one.place - other.place)
    .map(({ name, address, role, msatAmount, state }, index) => (
      <Row key={index} name={<Name name={name ?? address ?? t('foreign.nameless')} role={ROLES[role]} />}>
        {NOT_TAKEN.has(state) ? <s>{format(msatAmount)}</s> : format(msatAmount)}
        <span className="block text-sm text-ink-2">{t(STATES[state])}</span>
      </Row>
    ))
}

function Name({ name, role }: { name: string; role: TranslationKey | null }) {
  return (
    <>
      <span className="wrap-anywhere">{name}</span>
      {role !== null && <span className="block">{t(role)}</span>}
    </>
  )
}
