/** The number of a disc as a field of a form. */
import { DISC_MAX } from '#contract/catalog/tracks.ts'
import { t } from '#web/words/words.ts'

const DISC = /^[1-9]\d?$/

export const discError = (typed: string): string | null =>
  DISC.test(typed) ? null : t('studio.discInvalid', { max: DISC_MAX })
