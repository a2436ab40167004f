/** Parses a typed amount as whole sats, or returns why it is invalid.
 * The server validates it again. */
import { t } from '#web/words/words.ts'
import { formatSats } from '#web/words/sats.ts'

export type Limits = { minMsat: number; maxMsat: number }
export type ReadAmount = { amountMsat: number } | { problem: string }

/** Groups of three digits: 1,000 and 1 000 and 1_000. */
const GROUPED = /^\d{1,3}([,\s_’'])\d{3}(\1\d{3})*$/

export function readAmount(text: string, { minMsat, maxMsat }: Limits): ReadAmount {
  const typed = text.trim()
  if (typed === '') return { problem: t('zap.amountEmpty') }
  if (/^[-−–]/.test(typed)) return { problem: t('zap.amountNegative') }
  const digits = GROUPED.test(typed) ? typed.replaceAll(/\D/g, '') : typed
  if (/^\d*[.,]\d+$/.test(digits)) return { problem: t('zap.amountFraction') }
  if (!/^\d+$/.test(digits)) return { problem: t('zap.amountWords') }
  const amountMsat = Number(digits) * 1_000
  if (amountMsat < minMsat) return { problem: t('zap.amountSmall', { sats: formatSats(minMsat) }) }
  if (amountMsat > maxMsat) return { problem: t('zap.amountLarge', { max: formatSats(maxMsat) }) }
  return { amountMsat }
}
