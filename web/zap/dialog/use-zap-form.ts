/** The state of the zap form: amount, message, moment. It is stored in drafts.ts, so that neither a change of stage
 * nor closing the dialog loses anything. */
import { MAX_PAYMENT_MSAT, MIN_PAYMENT_MSAT } from '#contract/money.ts'
import type { Account } from '#web/session/account.ts'
import { changeDraft, useDraft, type Choice, type Draft } from '#web/zap/payment/drafts.ts'
import { readAmount, type Limits, type ReadAmount } from '#web/zap/payment/amount.ts'

const PRESETS_SATS = [100, 1_000, 5_000] as const
const DEFAULT_SATS = 1_000
const MSAT_PER_SAT = 1_000

export type ZapForm = Pick<Draft, 'message' | 'isAtMoment'> & {
  presets: readonly number[]
  choice: Choice
  otherText: string
  amount: ReadAmount
  change: (changes: Partial<Draft>) => void
}

/** The usual amount from the settings replaces the preset nearest to it. */
export function presetsAround(usualSats: number): readonly number[] {
  const distance = (sats: number) => Math.abs(Math.log(sats / usualSats))
  const nearest = PRESETS_SATS.reduce<number>(
    (best, sats) => (distance(sats) < distance(best) ? sats : best),
    PRESETS_SATS[0],
  )
  return PRESETS_SATS.map((sats) => (sats === nearest ? usualSats : sats))
}

/** The default amount of a zap: the usual amount from the user's settings. */
export function usualSatsOf(account: Account | undefined): number {
  return Math.floor((account?.ampMsat ?? 0) / MSAT_PER_SAT) || DEFAULT_SATS
}

export function useZapForm(contentId: string, account: Account | undefined, limits: Limits | undefined): ZapForm {
  const draft = useDraft(contentId)
  const usualSats = usualSatsOf(account)
  const presets = presetsAround(usualSats)
  const isOffered = draft.choice === 'other' || (draft.choice !== null && presets.includes(draft.choice))
  const choice = isOffered ? (draft.choice ?? usualSats) : usualSats
  const otherText = draft.otherText ?? ''
  const amount = readAmount(
    choice === 'other' ? otherText : String(choice),
    limits ?? { minMsat: MIN_PAYMENT_MSAT, maxMsat: MAX_PAYMENT_MSAT },
  )
  return {
    presets,
    choice,
    otherText,
    message: draft.message,
    isAtMoment: draft.isAtMoment,
    amount,
    change: (changes) => changeDraft(contentId, changes),
  }
}
