/** The queue of cases: filters, selecting, claiming and deciding many at once. What is due first is on top. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { listAdminActions } from '#contract/operator/admin.ts'
import { CASES_MAX, claimCases, decideCases, getCase, listCases } from '#contract/operator/moderation.ts'
import type { Wire } from '#contract/endpoint.ts'
import { withRecentLogin } from '#web/session/fresh-login.tsx'
import { queryKeyOf, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { describeFailure } from '#web/data/failures.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { MoreButton } from '#web/ui/controls/more-button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { showErrorToast, showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { AdminFrame, ListWaiting } from './admin-frame.tsx'
import { CaseCard, decisionText, type Decision } from './cases/case-card.tsx'
import { CaseFilters, type Filters } from './cases/case-filters.tsx'
import { ReasonDialog, type Question } from './reason-dialog.tsx'

type Case = Wire<typeof listCases>['cases'][number]

export function Page() {
  return (
    <AdminFrame title={t('admin.reports')} lead={t('admin.reportsLead')}>
      <Queue />
    </AdminFrame>
  )
}

function useCases(filters: Filters) {
  const { call } = useSite()
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(listCases), filters],
    queryFn: ({ pageParam }) =>
      call(listCases, { query: { ...filters, ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextAfter }) => nextAfter,
    staleTime: 0,
  })
}

function Queue() {
  const [filters, setFilters] = useState<Filters>({})
  const pages = useCases(filters)
  const { data, error, refetch } = pages
  const [selected, setSelected] = useState<readonly string[]>([])
  const [question, setQuestion] = useState<Question | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const cases = data?.pages.flatMap((page) => page.cases) ?? []
  const chosen = cases.filter(({ caseId }) => selected.includes(caseId))
  const actions = useActions(() => setSelected([]))
  const ask = (decision: Decision, about: Case[], action: string) =>
    setQuestion(actions.questionOf(decision, about, action))
  return (
    <>
      <CaseFilters filters={filters} onChange={setFilters} />
      {!data && <ListWaiting error={error} onRetry={() => void refetch()} />}
      {data && cases.length === 0 && <EmptyState sentence={t('admin.noReports')} />}
      {cases.length > 0 && (
        <>
          <Bar
            cases={cases}
            chosen={chosen}
            openCount={data?.pages[0]?.openCount ?? 0}
            onSelect={setSelected}
            onClaim={(isReleased) => void actions.claim(chosen, isReleased)}
            onDecide={(decision, action) => ask(decision, chosen, action)}
          />
          <ul
            ref={list}
            onKeyDown={(event) => moveFocus(event, list.current)}
            className="flex max-w-3xl flex-col gap-4"
          >
            {cases.map((one) => (
              <li key={one.caseId}>
                <CaseCard
                  one={one}
                  isSelected={selected.includes(one.caseId)}
                  onSelect={(isOn) =>
                    setSelected(isOn ? [...selected, one.caseId] : selected.filter((id) => id !== one.caseId))
                  }
                  onDecide={(decision) => ask(decision, [one], decisionText(one, decision))}
                />
              </li>
            ))}
          </ul>
          <MoreButton pages={pages} label={t('admin.moreCases')} className="mt-6" />
        </>
      )}
      <ReasonDialog question={question} onClose={() => setQuestion(null)} />
    </>
  )
}

/** The arrow keys move between the checkboxes of the cases. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
  const at = boxes.indexOf(event.target as HTMLInputElement)
  if (step === undefined || at === -1) return
  event.preventDefault()
  boxes[at + step]?.focus()
}

function useActions(onDone: () => void) {
  const { call } = useSite()
  const refresh = useRefresh()
  const reload = async () => {
    for (const endpoint of [listCases, getCase, listAdminActions]) await refresh(endpoint)
  }
  const idsOf = (cases: Case[]) => cases.map(({ caseId }) => caseId).slice(0, CASES_MAX)
  return {
    async claim(cases: Case[], isReleased: boolean) {
      await call(claimCases, { body: { caseIds: idsOf(cases), isReleased } }).catch((error: unknown) =>
        showErrorToast(describeFailure(error)),
      )
      await reload()
    },
    questionOf: (decision: Decision, cases: Case[], action: string): Question => ({
      title: t('admin.decideTitle', { action, count: cases.length }),
      lead: t('admin.decideLead', {
        titles: cases
          .map(({ title }) => t('common.quoted', { title }))
          .join(', ')
          .slice(0, 600),
      }),
      button: action,
      isDestructive: decision.takesDown === true,
      send: async (reason) => {
        const body = { caseIds: idsOf(cases), reason, ...decision }
        const { decidedIds, skippedIds } = await withRecentLogin(() => call(decideCases, { body }))
        await reload()
        onDone()
        if (skippedIds.length > 0) showErrorToast(t('admin.skippedCases', { count: skippedIds.length }))
        else showToast(t('admin.resolved', { count: decidedIds.length }))
      },
    }),
  }
}

type BarProps = {
  cases: Case[]
  chosen: Case[]
  openCount: number
  onSelect: (caseIds: readonly string[]) => void
  onClaim: (isReleased: boolean) => void
  onDecide: (decision: Decision, action: string) => void
}

const decisions: readonly Decision[] = [{ outcome: 'acted' }, { outcome: 'dismissed' }]

function Bar({ cases, chosen, openCount, onSelect, onClaim, onDecide }: BarProps) {
  const isAll = chosen.length === cases.length
  const hasContent = chosen.some(({ kind, subjectType }) => kind === 'report' && subjectType !== 'comment')
  return (
    <div className="sticky top-0 z-10 mb-4 flex max-w-3xl flex-wrap items-center gap-2.5 bg-beige py-2">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 pr-2">
        <input
          type="checkbox"
          className="size-5"
          checked={isAll}
          onChange={() => onSelect(isAll ? [] : cases.map(({ caseId }) => caseId))}
        />
        {t('admin.selectAll')}
      </label>
      <span role="status" className="grow text-sm text-ink-2">
        {chosen.length === 0
          ? t('admin.open', { count: openCount })
          : t('admin.selectedCases', { count: chosen.length })}
      </span>
      {chosen.length > 0 && (
        <>
          <Button kind="quiet" size="small" onClick={() => onClaim(chosen.every(({ isMine }) => isMine))}>
            {t(chosen.every(({ isMine }) => isMine) ? 'admin.unclaim' : 'admin.claim')}
          </Button>
          {hasContent && (
            <Button
              kind="danger"
              size="small"
              onClick={() => onDecide({ outcome: 'acted', takesDown: true }, t('admin.toTakedown'))}
            >
              {t('admin.toTakedown')}
            </Button>
          )}
          {decisions.map((decision) => {
            // The same decision has another effect on an appeal or a held upload than on a report.
            const [action, ...others] = new Set(chosen.map((one) => decisionText(one, decision)))
            if (action === undefined || others.length > 0) return null
            return (
              <Button key={decision.outcome} kind="quiet" size="small" onClick={() => onDecide(decision, action)}>
                {action}
              </Button>
            )
          })}
          {new Set(chosen.map(({ kind }) => kind)).size > 1 && (
            <p className="basis-full text-sm text-ink-2">{t('admin.mixedCases')}</p>
          )}
        </>
      )}
    </div>
  )
}
