/** What is wrong with the times of a piece, in words, by the field where it is put right. */
import { t } from '../words/words.ts'
import type { SegmentFault } from './waveform-segments.ts'

export type TimeErrors = { start?: string; end?: string }

export function wordFault(fault: SegmentFault | undefined): TimeErrors {
  if (fault === undefined) return {}
  if (fault === 'overlap') return { start: t('editors.overlap') }
  return { end: t(fault === 'order' ? 'editors.endFirst' : 'editors.endBeyond') }
}
