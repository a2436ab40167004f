/** Links that filter a list by status, with the number of items in each. */
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t } from '#web/words/words.ts'
import type { Show } from './show.ts'
import { isOut, type Shown } from './status.ts'

export function ShowLinks({ contents, show }: { contents: readonly Shown[]; show: Show }) {
  const published = contents.filter(isOut).length
  const links = [
    { show: 'all', name: t('studio.showAll', { count: contents.length }) },
    { show: 'published', name: t('studio.showPublished', { count: published }) },
    { show: 'unpublished', name: t('studio.showUnpublished', { count: contents.length - published }) },
  ] as const
  return (
    <TabLinks
      label={t('studio.show')}
      isOnePage
      links={links.map((link) => ({
        href: link.show === 'all' ? '?' : `?show=${link.show}`,
        name: link.name,
        isSelected: link.show === show,
      }))}
    />
  )
}
