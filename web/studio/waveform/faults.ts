/** Error messages for the times of a segment, by field. */
import { t } from '#web/words/words.ts'
import type { SegmentFault } from './segments.ts'

export type TimeErrors = { start?: string; end?: string }

export function describeFault(fault: SegmentFault | undefined): TimeErrors {
  if (fault === undefined) return {}
  if (fault === 'overlap') return { start: t('editors.overlap') }
  return { end: t(fault === 'order' ? 'editors.endFirst' : 'editors.endBeyond') }
}
