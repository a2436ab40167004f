/** Messages for files of a drop that were left out. The checks are audio-files.ts. */
import { t } from '#web/words/words.ts'
import { refusalOf } from './audio-files.ts'

const REFUSALS_SHOWN_MAX = 4

export function describeRefusals(files: readonly File[], countOver: number, max: number): string[] {
  const text = files.flatMap((file) => {
    const { name } = file
    const refusal = refusalOf(file)
    if (refusal === 'kind') return [t('studio.refusedKind', { name })]
    if (refusal === 'empty') return [t('studio.refusedEmpty', { name })]
    return refusal === 'large' ? [t('studio.refusedLarge', { name })] : []
  })
  const more = text.length - REFUSALS_SHOWN_MAX
  return [
    ...(countOver > 0 ? [t('studio.refusedMany', { count: countOver, max })] : []),
    ...text.slice(0, REFUSALS_SHOWN_MAX),
    ...(more > 0 ? [t('studio.refusedMore', { count: more })] : []),
  ]
}
