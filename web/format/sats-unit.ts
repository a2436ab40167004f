/** The unit beside an amount that is shown in its own element.
 * Not in words/, because modules there contain no UI text. */
import { t } from '#web/words/words.ts'

/** `shown` is the formatted amount. */
export const satsUnit = (shown: string): string => t(shown === '1' ? 'common.sat' : 'common.sats')
