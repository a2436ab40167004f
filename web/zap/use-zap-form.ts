/** What has been filled in for a zap: amount, message. It outlives the stages, so that going back loses nothing. */
import { useState } from 'react'
import { MAX_PAYMENT_MSAT, MIN_PAYMENT_MSAT } from '#contract/money.ts'
import type { Account } from '../session/account.ts'
import { readAmount, type Limits, type ReadAmount } from './zap-amount.ts'

export const PRESETS_SATS = [100, 1_000, 5_000] as const
const DEFAULT_SATS = 1_000

export type Choice = (typeof PRESETS_SATS)[number] | 'other'

export type ZapForm = {
  choice: Choice
  /** As typed, when the choice is another amount. */
  otherText: string
  message: string
  amount: ReadAmount
  /** What is wrong is said once somebody has tried to go on. */
  isTried: boolean
  setChoice: (choice: Choice) => void
  setOtherText: (text: string) => void
  setMessage: (message: string) => void
  setTried: () => void
}

/** Begins with the amount of the settings where somebody is signed in. */
export function useZapForm(account: Account | undefined, limits: Limits | undefined): ZapForm {
  const [chosen, setChoice] = useState<Choice | null>(null)
  const [typed, setOtherText] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [isTried, setIsTried] = useState(false)
  const usualSats = Math.floor((account?.ampMsat ?? 0) / 1_000) || DEFAULT_SATS
  const usual = PRESETS_SATS.find((sats) => sats === usualSats) ?? 'other'
  const choice = chosen ?? usual
  const otherText = typed ?? (usual === 'other' ? String(usualSats) : '')
  const amount = readAmount(
    choice === 'other' ? otherText : String(choice),
    limits ?? { minMsat: MIN_PAYMENT_MSAT, maxMsat: MAX_PAYMENT_MSAT },
  )
  const setTried = () => setIsTried(true)
  return { choice, otherText, message, amount, isTried, setChoice, setOtherText, setMessage, setTried }
}
