/** The dialog for reporting content to the operator. Opened by report-button.tsx. */
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { reportComment } from '#contract/community/comments.ts'
import { createReport, type ReportReason } from '#contract/community/reports.ts'
import type * as z from 'zod/mini'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { describeFailure } from '#web/data/failures.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

type Reason = z.output<typeof ReportReason>

const REASONS: Record<Reason, TranslationKey> = {
  copyright: 'report.copyright',
  illegal: 'report.illegal',
  hateful: 'report.hateful',
  misleading: 'report.misleading',
  spam: 'report.spam',
  other: 'report.other',
}
const NOTE_MAX = 1_000

export function ReportDialog({
  contentId,
  title,
  isComment = false,
  isOpen,
  onClose,
}: {
  contentId: string
  /** `contentId` is the id of a comment. */
  isComment?: boolean
  title: string
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('report.title', { title })} closeLabel={t('common.close')}>
      <ReportForm contentId={contentId} isComment={isComment} onSent={onClose} />
    </Dialog>
  )
}

type FormProps = { contentId: string; isComment: boolean; onSent: () => void }

function ReportForm({ contentId, isComment, onSent }: FormProps) {
  const { call } = useSite()
  const callOnce = useCallOnce()
  const [reason, setReason] = useState<Reason | null>(null)
  const [note, setNote] = useState('')
  const [showsErrors, setShowsErrors] = useState(false)
  const sending = useMutation({
    mutationFn: (selected: Reason) => {
      const body = { reason: selected, ...(note.trim() !== '' && { note: note.trim() }) }
      return callOnce({ contentId, ...body }, (options) =>
        isComment
          ? call(reportComment, { params: { commentId: contentId }, body }, options)
          : call(createReport, { body: { contentId, ...body } }, options),
      )
    },
    onSuccess: () => {
      onSent()
      showToast(t('report.sent'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setShowsErrors(true)
    if (reason !== null) sending.mutate(reason)
  }
  const problem = sending.isError ? describeFailure(sending.error) : undefined
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('report.lead')}</p>
      <Reasons selected={reason} onChoose={setReason} />
      <TextArea
        label={t('report.note')}
        hint={reason === 'copyright' ? t('report.noteHint') : undefined}
        rows={3}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {showsErrors && reason === null && <Problem words={t('report.choose')} />}
      {problem !== undefined && <Problem words={problem} />}
      <Button type="submit" size="large" isWaiting={sending.isPending}>
        {t('report.send')}
      </Button>
    </form>
  )
}

function Reasons({ selected, onChoose }: { selected: Reason | null; onChoose: (reason: Reason) => void }) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semi">{t('report.reason')}</legend>
      {(Object.keys(REASONS) as Reason[]).map((reason) => (
        <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3 rounded-item px-1">
          <input
            type="radio"
            name={group}
            className="size-5 shrink-0"
            checked={reason === selected}
            onChange={() => onChoose(reason)}
          />
          {t(REASONS[reason])}
        </label>
      ))}
    </fieldset>
  )
}
