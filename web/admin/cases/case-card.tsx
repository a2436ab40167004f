/** One case of the queue: what it is about, until when, who works on it; its reports and notes on request. */
import { useState } from 'react'
import type { listCases } from '#contract/operator/moderation.ts'
import type { Wire } from '#contract/endpoint.ts'
import { formatTimestamp } from '#web/admin/moments.ts'
import { Link } from '#web/navigation/link.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { CaseDetails } from './case-details.tsx'
import { describeWork, isWorkKind } from './work-text.ts'
import { kindText } from '#web/legal/moderation-texts.ts'

type Case = Wire<typeof listCases>['cases'][number]
export type Decision = { outcome: 'dismissed' | 'acted'; takesDown?: boolean }

/** What a reporter claims, which is not a finding. */
const REASONS = {
  copyright: 'admin.reasonCopyright',
  illegal: 'admin.reasonIllegal',
  hateful: 'admin.reasonHateful',
  misleading: 'admin.reasonMisleading',
  spam: 'admin.reasonSpam',
  other: 'admin.reasonOther',
} as const satisfies Record<Case['reason'], TranslationKey>

export function CaseCard({
  one,
  isSelected,
  onSelect,
  onDecide,
}: {
  one: Case
  isSelected: boolean
  onSelect: (isOn: boolean) => void
  onDecide: (decision: Decision) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { kind, title, subjectType, reportCount, dueAt, notBefore } = one
  const isOverdue = Date.parse(dueAt) < Date.now()
  const page = pageOf(one)
  return (
    <article className="rounded-bar border border-line bg-highlight px-5 py-5 md:px-7">
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          aria-label={t('admin.selectCase', { title })}
          className="mt-1 size-5 shrink-0"
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
        <div className="min-w-0 grow">
          <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg">
            {page === null ? (
              <span className="min-w-0 wrap-anywhere">{title || kindText(kind)}</span>
            ) : (
              <Link to={page} className="min-w-0 wrap-anywhere hover:underline">
                {title}
              </Link>
            )}
            <Badges one={one} />
          </h2>
          <p className="text-sm text-ink-2">
            {t('admin.caseLine', { count: reportCount, what: describeSubject(one) })}
          </p>
          <p className={isOverdue ? 'text-sm font-semi text-pink' : 'text-sm text-ink-2'}>
            {t(isOverdue ? 'admin.overdue' : 'admin.dueBy', { moment: formatTimestamp(dueAt) })}
          </p>
          {notBefore !== null && (
            <p className="text-sm text-ink-2">{t('admin.notBefore', { moment: formatTimestamp(notBefore) })}</p>
          )}
          <div className="mt-4 flex flex-wrap gap-2.5">
            <Button kind="quiet" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {t(isOpen ? 'admin.closeCase' : 'admin.openCase')}
            </Button>
            {kind === 'report' && subjectType !== 'comment' && (
              <Button kind="danger" size="small" onClick={() => onDecide({ outcome: 'acted', takesDown: true })}>
                {t('admin.toTakedown')}
              </Button>
            )}
            <Button kind="quiet" size="small" onClick={() => onDecide({ outcome: 'acted' })}>
              {decisionText(one, { outcome: 'acted' })}
            </Button>
            <Button kind="quiet" size="small" onClick={() => onDecide({ outcome: 'dismissed' })}>
              {decisionText(one, { outcome: 'dismissed' })}
            </Button>
          </div>
          {isOpen && <CaseDetails caseId={one.caseId} />}
        </div>
      </div>
    </article>
  )
}

function Badges({ one: { kind, reason, claimedBy, isMine } }: { one: Case }) {
  return (
    <>
      {kind === 'report' ? (
        <Badge tone="pink">{t('admin.reportedAs', { reason: t(REASONS[reason]) })}</Badge>
      ) : (
        <Badge>{kindText(kind)}</Badge>
      )}
      {claimedBy !== null && (
        <Badge tone="mint">{isMine ? t('admin.youWorkOnIt') : t('admin.worksOnIt', { name: claimedBy })}</Badge>
      )}
    </>
  )
}

/** What a decision does, as the text of its button. */
export function decisionText({ kind, subjectType }: Case, { outcome, takesDown }: Decision): string {
  if (outcome === 'dismissed') return t(kind === 'held-upload' ? 'admin.releaseUpload' : 'admin.dismiss')
  if (takesDown === true) return t('admin.toTakedown')
  if (kind === 'held-upload') return t('admin.refuseUpload')
  if (kind !== 'report') return t('admin.reverseDecision')
  return subjectType === 'comment' ? t('comments.remove') : t('admin.acted')
}

/** Of an objection or a held upload only whose it is. */
function describeSubject({ kind, subjectType, affectedName: owner }: Case): string {
  return kind === 'report' && isWorkKind(subjectType) ? describeWork(subjectType, owner) : (owner ?? '–')
}

function pageOf({ kind, seenOn, subjectId, subjectType }: Case): string | null {
  if (kind !== 'report') return null
  return seenOn === null ? `/${subjectType}/${subjectId}` : `/${seenOn.contentType}/${seenOn.contentId}`
}
