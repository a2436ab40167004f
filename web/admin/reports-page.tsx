/** Reports by listeners, oldest first: view the content, then take it down or dismiss the report. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAdminActions, listReports, resolveReport } from '#contract/operator/admin.ts'
import type { Wire } from '#contract/endpoint.ts'
import { withRecentLogin } from '#web/session/fresh-login.tsx'
import { Link } from '#web/navigation/link.tsx'
import { callQuery, queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { AdminFrame, ListWaiting, Pager } from './admin-frame.tsx'
import { formatTimestamp } from './moments.ts'
import { ReasonDialog, type Question } from './reason-dialog.tsx'

type Report = Wire<typeof listReports>[number]
type Outcome = 'dismissed' | 'acted'

const PER_PAGE = 50

const REASONS: Partial<Record<string, TranslationKey>> = {
  copyright: 'report.copyright',
  illegal: 'report.illegal',
  hateful: 'report.hateful',
  misleading: 'report.misleading',
  spam: 'report.spam',
  other: 'report.other',
}

export function Page() {
  return (
    <AdminFrame title={t('admin.reports')} lead={t('admin.reportsLead')}>
      <Reports />
    </AdminFrame>
  )
}

function Reports() {
  const { call } = useSite()
  const [page, setPage] = useState(1)
  const input = { query: { page: String(page) } }
  const { data, error, refetch } = useQuery({ ...callQuery(call, listReports, input), staleTime: 0 })
  const [question, setQuestion] = useState<Question | null>(null)
  const questionOf = useQuestion()
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  if (data.length === 0 && page === 1) return <EmptyState sentence={t('admin.noReports')} />
  return (
    <>
      <ul className="flex max-w-3xl flex-col gap-4">
        {data.map((report) => (
          <li key={report.reportId}>
            <ReportCard report={report} onOutcome={(outcome) => setQuestion(questionOf(report, outcome))} />
          </li>
        ))}
      </ul>
      <Pager page={page} isLast={data.length < PER_PAGE} onPage={setPage} />
      <ReasonDialog question={question} onClose={() => setQuestion(null)} />
    </>
  )
}

function useQuestion() {
  const { call } = useSite()
  const queries = useQueryClient()
  return (report: Report, outcome: Outcome): Question => ({
    ...wordsOf(report, outcome),
    isOptional: true,
    send: async (reason) => {
      const body = { outcome, ...(reason !== '' && { reason }) }
      await withRecentLogin(() => call(resolveReport, { params: { reportId: report.reportId }, body }))
      for (const endpoint of [listReports, listAdminActions]) {
        await queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) })
      }
      showToast(t('admin.resolved'))
    },
  })
}

function wordsOf({ contentType, title }: Report, outcome: Outcome): Pick<Question, 'title' | 'lead' | 'button'> {
  if (outcome === 'dismissed') {
    return { title: t('admin.dismissTitle'), lead: t('admin.dismissLead', { title }), button: t('admin.dismiss') }
  }
  if (contentType === 'comment') {
    return { title: t('comments.removeTitle'), lead: t('comments.removeLead'), button: t('comments.remove') }
  }
  return { title: t('admin.actedTitle'), lead: t('admin.actedLead', { title }), button: t('admin.acted') }
}

function ReportCard({ report, onOutcome }: { report: Report; onOutcome: (outcome: Outcome) => void }) {
  const { contentId, contentType, title, ownerName, reporterName, reason, note, createdAt, seenOn } = report
  const label = REASONS[reason]
  const page = seenOn ? `/${seenOn.contentType}/${seenOn.contentId}` : `/${contentType}/${contentId}`
  const isComment = contentType === 'comment'
  return (
    <article className="rounded-bar border border-line bg-highlight px-5 py-5 md:px-7">
      <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg">
        <Link to={page} className="min-w-0 break-words hover:underline">
          {title}
        </Link>
        <Badge tone="pink">{label === undefined ? reason : t(label)}</Badge>
      </h2>
      <p className="text-sm text-ink-2">
        {t('admin.reportLine', {
          type: contentType,
          owner: ownerName ?? '–',
          reporter: reporterName ?? '–',
          moment: formatTimestamp(createdAt),
        })}
      </p>
      {note !== null && (
        <p className="mt-2 max-w-[60ch] border-l-2 border-line-2 pl-2.5 break-words whitespace-pre-line">{note}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        {!isComment && (
          <ButtonLink to={`/admin/takedown?find=${page}`} kind="danger" size="small">
            {t('admin.toTakedown')}
          </ButtonLink>
        )}
        <Button kind={isComment ? 'danger' : 'quiet'} size="small" onClick={() => onOutcome('acted')}>
          {isComment ? t('comments.remove') : t('admin.acted')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => onOutcome('dismissed')}>
          {t('admin.dismiss')}
        </Button>
      </div>
    </article>
  )
}
