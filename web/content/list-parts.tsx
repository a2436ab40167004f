/** Heading and paging of list pages. */
import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'

export function ListHeading({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <header className="mt-2 mb-6 md:mt-4 md:mb-8">
      <h1 className="title-1">{title}</h1>
      <p className="mt-3 max-w-[52ch] text-lg text-ink-2">{lead}</p>
      {children && <div className="mt-5">{children}</div>}
    </header>
  )
}

/** Plain links, so that paging works without scripts. */
export function Pager({ path, page, pages }: { path: string; page: number; pages: number }) {
  if (pages <= 1) return null
  const href = (to: number) => (to === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${to}`)
  return (
    <nav aria-label={t('catalog.pages')} className="mt-10 flex items-center justify-center gap-4">
      {page > 1 && (
        <ButtonLink kind="quiet" to={href(page - 1)} rel="prev">
          {t('catalog.previousPage')}
        </ButtonLink>
      )}
      <span className="text-sm text-ink-2">{t('catalog.pageOf', { page, pages })}</span>
      {page < pages && (
        <ButtonLink kind="quiet" to={href(page + 1)} rel="next">
          {t('catalog.nextPage')}
        </ButtonLink>
      )}
    </nav>
  )
}
