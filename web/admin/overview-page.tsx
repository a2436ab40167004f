/** The operators' overview: open tasks, and links to all their pages. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getRecovery } from '#contract/operator/admin-money.ts'
import { getMoney, listFailingJobs, listTakedowns } from '#contract/operator/admin.ts'
import { listCases } from '#contract/operator/moderation.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { isForRole } from '#contract/endpoint.ts'
import { useAccount } from '#web/session/account.ts'
import { roleName } from './role-names.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { ChevronRightIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { AdminFrame } from './admin-frame.tsx'
import { pagesFor } from './admin-pages.ts'
import { FailingJobs } from './failing-jobs.tsx'

export function Page() {
  return (
    <AdminFrame title={t('admin.overviewTitle')} lead={t('admin.overviewLead')}>
      <Overview />
    </AdminFrame>
  )
}

function Overview() {
  const { isSandbox } = useSettings()
  const role = useAccount().data?.role
  if (!role) return null
  return (
    <>
      <p className="mb-6 max-w-[60ch] text-ink-2">
        {t('admin.yourRole', { role: roleName(role) })} {isSandbox && t('admin.noSecondFactor')}
      </p>
      {isForRole(listFailingJobs, role) && <FailingJobs />}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4">
        {pagesFor(role)
          .filter(({ href }) => href !== '/admin')
          .map(({ href, label, note }) => (
            <li key={href}>
              <Link
                to={href}
                className="flex h-full items-center gap-4 rounded-bar border border-line bg-highlight px-5 py-5 hover:border-line-2"
              >
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                    <span className="max-w-full min-w-0 text-lg font-semi break-words">{t(label)}</span>
                    {STATES[href]}
                  </span>
                  {note !== undefined && <span className="mt-0.5 block text-sm text-ink-2">{t(note)}</span>}
                </span>
                <ChevronRightIcon size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}

function ReportsState() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listCases, { query: {} }), staleTime: 0 })
  if (!data) return null
  if (data.openCount === 0) return <Badge tone="mint">{t('admin.noneOpen')}</Badge>
  return <Badge tone="pink">{t('admin.open', { count: data.openCount })}</Badge>
}

function TakedownState() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listTakedowns, { query: {} }), staleTime: 0 })
  const active = data?.filter(({ undoneAt }) => undoneAt === null).length ?? 0
  return active > 0 && <Badge>{t('admin.standing', { count: active })}</Badge>
}

function MoneyState() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, getMoney, {}), staleTime: 0 })
  if (!data) return null
  const { haltedAt, wrongSince, lastRightAt, isChecked } = data.audit
  if (haltedAt !== null || wrongSince !== null || !isChecked) return <Badge tone="pink">{t('admin.booksWrong')}</Badge>
  return lastRightAt !== null && <Badge tone="mint">{t('admin.booksRight')}</Badge>
}

function RecoveryState() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, getRecovery, {}), staleTime: 0 })
  return data !== undefined && data.state !== 'open' && <Badge tone="pink">{t('admin.booksWrong')}</Badge>
}

const STATES: Partial<Record<string, ReactNode>> = {
  '/admin/reports': <ReportsState />,
  '/admin/takedown': <TakedownState />,
  '/admin/money': <MoneyState />,
  '/admin/recovery': <RecoveryState />,
}
