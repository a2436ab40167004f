/** The frame of the operators' pages: access check, tabs, and the dialog for logging in again. */
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { FreshLoginHost } from '#web/session/fresh-login.tsx'
import { Head } from '#web/frame/head.tsx'
import { useLocation } from '#web/navigation/navigation.tsx'
import { type Account, useAccount } from '#web/session/account.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'
import { pagesFor } from './admin-pages.ts'
import type { OperatorRole } from '#contract/roles.ts'

export function AdminFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { data: account, error, refetch } = useAccount()
  const { pathname } = useLocation()
  const access = accessOf(account, pathname)
  return (
    <>
      <Head title={title} isHidden />
      {!account && !error && <PageSkeleton label={t('common.loading')} />}
      {!account && error && <LoadFailure error={error} retry={refetch} />}
      {account && access !== 'open' && (
        <ErrorState
          title={t(refusals[access].title)}
          detail={t(refusals[access].detail)}
          action={<ButtonLink to={refusals[access].to}>{t(refusals[access].action)}</ButtonLink>}
        />
      )}
      {account && access === 'open' && (
        <>
          <AdminTabs role={account.role!} />
          <h1 className="title-great mt-7">{title}</h1>
          {lead !== undefined && <p className="mt-2 max-w-[60ch] text-lg text-ink-2">{lead}</p>}
          <div className="mt-6">{children}</div>
          <FreshLoginHost />
        </>
      )}
    </>
  )
}

const refusals = {
  stranger: { title: 'admin.refusedTitle', detail: 'admin.refused', to: '/', action: 'failure.home' },
  otherRole: { title: 'admin.otherRoleTitle', detail: 'admin.otherRole', to: '/admin', action: 'admin.overview' },
  oneFactor: {
    title: 'admin.secondFactorTitle',
    detail: 'error.second-factor-needed',
    to: '/settings/security',
    action: 'admin.secondFactorAction',
  },
} as const

function accessOf(account: Account | undefined, pathname: string): keyof typeof refusals | 'open' {
  if (!account?.role) return 'stranger'
  if (account.needsSecondFactor) return 'oneFactor'
  return pagesFor(account.role).some(({ href }) => href === pathname) ? 'open' : 'otherRole'
}

function AdminTabs({ role }: { role: OperatorRole }) {
  const { pathname } = useLocation()
  const row = useRef<HTMLDivElement>(null)
  const links = pagesFor(role).map(({ href, label }) => ({ href, name: t(label), isSelected: pathname === href }))
  // On a phone the row is wider than the window: the active tab is scrolled into view.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <div ref={row}>
      <TabLinks label={t('admin.area')} links={links} />
    </div>
  )
}

/** Shown while a list loads, and when loading fails. */
export function ListWaiting({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <PageSkeleton label={t('common.loading')} />
  return <LoadFailure level="part" error={error} retry={onRetry} />
}

/** Paging for lists without a total: there may be one more page if the last one was full. */
export function Pager({ page, isLast, onPage }: { page: number; isLast: boolean; onPage: (page: number) => void }) {
  if (page === 1 && isLast) return null
  return (
    <nav aria-label={t('admin.pages')} className="mt-6 flex items-center gap-2.5">
      <Button kind="quiet" size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('admin.newer')}
      </Button>
      <Button kind="quiet" size="small" disabled={isLast} onClick={() => onPage(page + 1)}>
        {t('admin.older')}
      </Button>
      <span className="text-sm text-ink-2">{t('admin.page', { page })}</span>
    </nav>
  )
}

/** A form above the list of what was sent with it. */
export function AdminForm({ onSubmit, children }: { onSubmit: (event: FormEvent) => void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="flex max-w-2xl flex-col gap-5 rounded-bar border border-line bg-highlight px-5 py-5 md:px-7 md:py-6"
    >
      {children}
    </form>
  )
}
