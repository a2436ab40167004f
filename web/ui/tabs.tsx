/** Two ways to choose among few: tabs that show a panel, and a row of links that looks the same.
 * The links are for pages (each its own address), the tabs for parts of one page. */
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

const ROW = 'scroll-quiet -mx-1 flex gap-1 overflow-x-auto border-b border-line px-1'
const ONE = classNames(
  '-mb-px min-w-[100px] border-b-2 border-transparent px-3 pt-2 pb-3 text-center font-semi whitespace-nowrap text-ink-2',
  'transition-colors hover:text-ink',
)

export function Tabs({ label, tabs }: { label: string; tabs: { key: string; name: string; panel: ReactNode }[] }) {
  return (
    <TabGroup>
      <TabList aria-label={label} className={ROW}>
        {tabs.map((tab) => (
          <Tab key={tab.key} className={classNames(ONE, 'data-selected:border-ink data-selected:text-ink')}>
            {tab.name}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map((tab) => (
          <TabPanel key={tab.key} className="pt-6">
            {tab.panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}

export function TabLinks({
  label,
  links,
}: {
  label: string
  links: { href: string; name: string; isChosen: boolean }[]
}) {
  return (
    <nav aria-label={label} className={ROW}>
      {links.map((link) => (
        <Link
          key={link.href}
          to={link.href}
          aria-current={link.isChosen ? 'page' : undefined}
          className={classNames(ONE, 'aria-[current=page]:border-ink aria-[current=page]:text-ink')}
        >
          {link.name}
        </Link>
      ))}
    </nav>
  )
}
