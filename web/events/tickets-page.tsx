/** The page of the visitor's tickets. The server does not know them when it renders, so the list is loaded after the page. */
import { type ComponentType, useEffect, useState } from 'react'
import { Head } from '#web/frame/head.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'

export function Page() {
  const [List, setList] = useState<ComponentType | null>(null)
  useEffect(() => {
    void import('./ticket-list.tsx').then(
      ({ Tickets }) => setList(() => Tickets),
      () => undefined,
    )
  }, [])
  return (
    <>
      <Head title={t('tickets.title')} description={t('tickets.lead')} isHidden />
      <header className="mt-2 mb-6 md:mt-4">
        <h1 className="title-1">{t('tickets.title')}</h1>
        <p className="mt-3 max-w-[52ch] md:text-lg">{t('tickets.lead')}</p>
      </header>
      {List ? <List /> : <PageSkeleton label={t('common.loading')} />}
    </>
  )
}
