/** Tabs that each show a panel: parts of one page. Links that look the same are in tabs.tsx. */
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { TAB, TAB_ROW } from './tabs.tsx'

export function Tabs({ label, tabs }: { label: string; tabs: { key: string; name: string; panel: ReactNode }[] }) {
  return (
    <TabGroup>
      <TabList aria-label={label} className={TAB_ROW}>
        {tabs.map((tab) => (
          <Tab key={tab.key} className={classNames(TAB, 'data-selected:border-ink data-selected:text-ink')}>
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
