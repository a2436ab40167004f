/** The smallest amount of a download offer, in the language of the page: '$5', '$7.50' or '5,000 sats'. */
import { formatNumber } from '#web/words/format.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

/** Without the cents of whole dollars. */
const DOLLARS = { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' } as const

export const describeMinimum = ({ centsMin, msatMin }: { centsMin: number | null; msatMin: number | null }): string =>
  centsMin === null ? t('catalog.sats', { sats: formatSats(msatMin ?? 0) }) : formatNumber(centsMin / 100, DOLLARS)
