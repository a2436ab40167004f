/** The unit beside an amount that is shown apart from it. Not in words/, whose modules say no words of their own. */
import { t } from './words/words.ts'

/** `shown` is the amount as it stands there. */
export const satsWord = (shown: string): string => t(shown === '1' ? 'common.sat' : 'common.sats')
