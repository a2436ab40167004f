/** The limits of a withdrawal, shown before anything is submitted: the
 * 24-hour limit, and whether a proof is required. The server enforces them. */
import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import { getWithdrawalLimits } from '#contract/payments/withdrawal-limits.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatMoment } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { formatSats } from '#web/words/sats.ts'

export type WithdrawalLimits = Wire<typeof getWithdrawalLimits>

/** Undefined while loading: then only the server decides. */
export function useWithdrawalLimits(): WithdrawalLimits | undefined {
  const { call } = useSite()
  return useQuery({ ...callQuery(call, getWithdrawalLimits, {}), staleTime: 0 }).data
}

type Leaving = { amountMsat: number; feeReserveMsat: number; isOwn: boolean }

/** Why the 24-hour limit does not allow it, or null. Internal transfers have no limit. */
export function describeOverLimit({ amountMsat, isOwn }: Leaving, limits: WithdrawalLimits | undefined): string | null {
  if (isOwn || limits === undefined || amountMsat <= limits.msatRemaining) return null
  const { msatLimit, msatRemaining } = limits
  return t('wallet.overLimit', { limit: formatSats(msatLimit), sats: formatSats(msatRemaining) })
}

export function LimitNote({ limits }: { limits: WithdrawalLimits | undefined }) {
  if (limits === undefined) return null
  const { msatLimit, msatRemaining, rises, msatStepUp, hasChangedLogin } = limits
  return (
    <div className="flex flex-col gap-1 text-sm text-ink-2">
      <p>
        {t(rises === null ? 'wallet.limitNow' : 'wallet.limitYoung', {
          limit: formatSats(msatLimit),
          sats: formatSats(msatRemaining),
        })}
      </p>
      {rises !== null && (
        <p>
          {t('wallet.limitRises', {
            moment: formatMoment(new Date(rises.at), { dateStyle: 'medium', timeStyle: 'short' }),
            limit: formatSats(rises.msatLimit),
          })}
        </p>
      )}
      <p>{hasChangedLogin ? t('wallet.proofChanged') : t('wallet.proofAbove', { sats: formatSats(msatStepUp) })}</p>
    </div>
  )
}

/** On the last step: whether this payment needs a proof. */
export function ProofNote({ leaving, limits }: { leaving: Leaving; limits: WithdrawalLimits | undefined }) {
  if (limits === undefined || leaving.amountMsat + leaving.feeReserveMsat <= limits.msatWithoutProof) return null
  return (
    <p className="rounded-item bg-purple-soft px-4 py-3 text-sm">
      {limits.hasChangedLogin
        ? t('wallet.proofNextChanged')
        : t('wallet.proofNext', { sats: formatSats(limits.msatStepUp) })}
    </p>
  )
}
