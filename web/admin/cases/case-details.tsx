/** The reports of a case with what their senders wrote, and the notes of moderators. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { addCaseNote, getCase } from '#contract/operator/moderation.ts'
import type { Wire } from '#contract/endpoint.ts'
import { ListWaiting } from '#web/admin/admin-frame.tsx'
import { formatTimestamp } from '#web/admin/moments.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { reasonText } from '#web/legal/moderation-texts.ts'

type Report = Wire<typeof getCase>['reports'][number]

const QUOTE = 'mt-1 max-w-[60ch] border-l-2 border-line-2 pl-2.5 wrap-anywhere whitespace-pre-line'
const NOTE_MAX = 2_000

export function CaseDetails({ caseId }: { caseId: string }) {
  const { call } = useSite()
  const input = { params: { caseId } }
  const { data, error, refetch } = useQuery({ ...callQuery(call, getCase, input), staleTime: 0 })
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  return (
    <div className="mt-5 flex flex-col gap-4">
      <ul className="flex flex-col gap-3" aria-label={t('admin.reports')}>
        {data.reports.map((report) => (
          <li key={report.reportId}>
            <ReportLine report={report} />
          </li>
        ))}
      </ul>
      {data.notes.length > 0 && (
        <ul className="flex flex-col gap-3" aria-label={t('admin.caseNotes')}>
          {data.notes.map(({ noteId, authorName, body, createdAt }) => (
            <li key={noteId}>
              <p className="text-sm text-ink-2">
                {authorName}, {formatTimestamp(createdAt)}
              </p>
              <p className={QUOTE}>{body}</p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm caseId={caseId} />
    </div>
  )
}

function ReportLine({ report: { reporterName, reason, note, form, createdAt } }: { report: Report }) {
  const facts = form === null ? [] : [form.work, form.address, form.phone, form.email, form.signature]
  return (
    <>
      <p className="text-sm text-ink-2">
        {form?.name ?? reporterName ?? '–'}, {formatTimestamp(createdAt)}: {reasonText(reason)}
      </p>
      {note !== null && <p className={QUOTE}>{note}</p>}
      {facts.length > 0 && (
        <p className="mt-1 text-sm wrap-anywhere">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      )}
    </>
  )
}

function NoteForm({ caseId }: { caseId: string }) {
  const { call } = useSite()
  const refresh = useRefresh()
  const [body, setBody] = useState('')
  const adding = useMutation({
    mutationFn: () => call(addCaseNote, { params: { caseId }, body: { body: body.trim() } }),
    onSuccess: () => {
      setBody('')
      return refresh(getCase)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() !== '') adding.mutate()
  }
  return (
    <form onSubmit={submit} className="flex max-w-[60ch] flex-col gap-3">
      <TextArea
        label={t('admin.addNote')}
        hint={t('admin.addNoteHint')}
        rows={2}
        maxLength={NOTE_MAX}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      {adding.isError && <Problem words={describeFailure(adding.error)} />}
      <Button type="submit" kind="quiet" size="small" className="self-start" isWaiting={adding.isPending}>
        {t('admin.saveNote')}
      </Button>
    </form>
  )
}
