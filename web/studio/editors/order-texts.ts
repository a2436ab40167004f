/** Screen reader announcements while a list is reordered. */
import type { SortableTexts } from '#web/ui/controls/sortable.tsx'
import { t } from '#web/words/words.ts'

export const orderTexts: SortableTexts = {
  help: t('editors.orderHelp'),
  grip: (title) => t('editors.orderGrip', { title }),
  lifted: (title, place, count) => t('editors.orderLifted', { title, place, count }),
  moved: (title, place, count) => t('editors.orderMoved', { title, place, count }),
  dropped: (title, place, count) => t('editors.orderDropped', { title, place, count }),
  cancelled: (title, place, count) => t('editors.orderCancelled', { title, place, count }),
}
