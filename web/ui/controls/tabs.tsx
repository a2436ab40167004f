/** A row of links that looks like tabs, each with its own URL. Panels of one page are in tab-panels.tsx. */
import { useEffect, useRef } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'

export const TAB_ROW = 'scroll-quiet -mx-1 flex gap-1 overflow-x-auto border-b border-line px-1 lg:flex-wrap'
/** All of them are shown, in as many lines as they need. Each line begins where the heading below does. */
const WRAPPED = 'flex-wrap *:max-w-full *:pr-5 *:pl-0 *:text-left *:wrap-anywhere *:whitespace-normal lg:*:min-w-30'
export const TAB = classNames(
  '-mb-px flex-none border-b-2 border-transparent px-2.5 pt-2 pb-3 text-center font-semi',
  'whitespace-nowrap text-ink-2 transition-colors hover:text-ink',
)

export function TabLinks({
  label,
  links,
  isOnePage = false,
  isWrapped = false,
}: {
  label: string
  links: { href: string; name: string; isSelected: boolean }[]
  /** In narrow windows, too; otherwise the row scrolls there. */
  isWrapped?: boolean
  /** The links differ in their query only: the page keeps its scroll position, and going back leaves the page. */
  isOnePage?: boolean
}) {
  const row = useRef<HTMLElement>(null)
  const selected = links.find(({ isSelected }) => isSelected)?.href
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && tab) showTab(row.current, tab)
  }, [selected])
  return (
    <nav ref={row} aria-label={label} className={classNames(TAB_ROW, isWrapped ? WRAPPED : 'more-beside')}>
      {links.map((link) => (
        <Link
          key={link.href}
          to={link.href}
          replace={isOnePage}
          preventScrollReset={isOnePage}
          aria-current={link.isSelected ? 'page' : undefined}
          className={classNames(TAB, 'aria-[current=page]:border-ink aria-[current=page]:text-ink')}
        >
          {link.name}
        </Link>
      ))}
    </nav>
  )
}

/** As in theme.css. */
const FADE_PX = 40

/** Scrolls the row, and not the page, until the tab is clear of the fades. */
function showTab(row: HTMLElement, tab: HTMLElement): void {
  const left = tab.offsetLeft - row.offsetLeft
  const leastPx = left + tab.offsetWidth + FADE_PX - row.clientWidth
  row.scrollLeft = Math.min(left - FADE_PX, Math.max(row.scrollLeft, leastPx))
}
