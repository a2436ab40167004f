/** The form for a notice, which needs no account: for copyright, with the fields that 17 U.S.C. § 512(c)(3) requires; otherwise
 * with those of Article 16 of the Digital Services Act. After sending, it shows the link to the state of the notice. */
import { useState, type FormEvent } from 'react'
import { createNotice, NOTE_MAX, NOTICE_MAX } from '#contract/community/reports.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField, TextArea } from '#web/ui/controls/field.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { Confirmation, PostalFields, readFields } from './form-parts.tsx'
import { isReason, reasonText, REASONS, type Reason } from './moderation-texts.ts'

export function Page() {
  const [sentId, setSentId] = useState<string | null>(null)
  return (
    <div className="max-w-[42rem] pt-2 md:pt-6">
      <Head title={t('notice.title')} path="/notice" />
      <h1 className="title-great">{t('notice.title')}</h1>
      {sentId === null ? <NoticeForm onSent={setSentId} /> : <Sent reportId={sentId} />}
    </div>
  )
}

function Sent({ reportId }: { reportId: string }) {
  return (
    <div role="status" className="mt-6 flex flex-col gap-3">
      <p className="text-lg">{t('notice.sent')}</p>
      <Link to={`/notice/${reportId}`} className="font-semi text-purple underline">
        {t('notice.state')}
      </Link>
    </div>
  )
}

function NoticeForm({ onSent }: { onSent: (reportId: string) => void }) {
  const { call } = useSite()
  const callOnce = useCallOnce()
  const [search] = useSearchParams()
  const [reason, setReason] = useState<Reason | ''>('')
  const isCopyright = reason === 'copyright'
  const sending = useMutationOnce({
    mutationFn: (form: HTMLFormElement) => {
      const { page = '', explanation = '', name = '', email = '', signature = '', ...rest } = readFields(form)
      const confirmed = { isGoodFaith: true, isAccurate: true } as const
      const required = { page, explanation, name, email, signature, reason: reason as Reason, ...confirmed }
      const { work, address, phone } = rest
      const body = { ...required, ...(isCopyright && { work, address, phone }) }
      return callOnce(body, (options) => call(createNotice, { body }, options))
    },
    onSuccess: ({ reportId }) => onSent(reportId),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sending.mutate(event.currentTarget)
  }
  return (
    <form method="post" onSubmit={submit} className="mt-6 flex flex-col gap-5">
      <p className="text-lg text-ink-2">{t('notice.lead')}</p>
      <SelectField
        label={t('report.reason')}
        required
        value={reason}
        onChange={({ target: { value } }) => isReason(value) && setReason(value)}
      >
        <option value="" disabled>
          {t('report.choose')}
        </option>
        {REASONS.map((one) => (
          <option key={one} value={one}>
            {reasonText(one)}
          </option>
        ))}
      </SelectField>
      <NoticeFields isCopyright={isCopyright} page={search.get('page') ?? ''} />
      {sending.isError && <Problem words={describeFailure(sending.error)} />}
      <Button type="submit" size="large" className="self-start" isWaiting={sending.isPending}>
        {t('notice.send')}
      </Button>
    </form>
  )
}

function NoticeFields({ isCopyright, page }: { isCopyright: boolean; page: string }) {
  return (
    <>
      <Field
        label={t('notice.page')}
        name="page"
        required
        maxLength={500}
        defaultValue={page}
        hint={t('notice.pageHint')}
      />
      {isCopyright && (
        <TextArea
          label={t('notice.work')}
          name="work"
          required
          rows={2}
          maxLength={NOTE_MAX}
          hint={t('notice.workHint')}
        />
      )}
      <TextArea label={t('notice.explanation')} name="explanation" required rows={4} maxLength={NOTICE_MAX} />
      <Field label={t('notice.name')} name="name" autoComplete="name" required maxLength={200} />
      <Field label={t('account.email')} name="email" type="email" autoComplete="email" required maxLength={254} />
      {isCopyright && <PostalFields />}
      <Confirmation text={t('notice.goodFaith')} />
      <Confirmation text={t(isCopyright ? 'notice.perjury' : 'notice.accurate')} />
      <Field label={t('notice.signature')} name="signature" required maxLength={200} hint={t('notice.signatureHint')} />
    </>
  )
}
