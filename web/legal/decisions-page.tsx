/** Decisions of moderators about the user, and objecting to them: an appeal, or a counter-notice (17 U.S.C. § 512(g)(3))
 * against a takedown for copyright. */
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { listDecisions, NOTICE_MAX, objectToDecision } from '#contract/community/reports.ts'
import type { Wire } from '#contract/endpoint.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { useMutationOnce } from '#web/data/mutation-once.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SwitchField, TextArea } from '#web/ui/controls/field.tsx'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { Confirmation, PostalFields, readFields } from './form-parts.tsx'
import { kindText, outcomeText, reasonText } from './moderation-texts.ts'

type Decision = Wire<typeof listDecisions>[number]

const QUOTE = 'max-w-[60ch] border-l-2 border-line-2 pl-2.5 wrap-anywhere whitespace-pre-line'

export function Page() {
  const { call } = useSite()
  const { data, error } = useQuery({ ...callQuery(call, listDecisions, {}), staleTime: 0 })
  return (
    <div className="max-w-[46rem] pt-2 md:pt-6">
      <Head title={t('decisions.title')} isHidden />
      <h1 className="title-great">{t('decisions.title')}</h1>
      <p className="mt-2 text-lg text-ink-2">{t('decisions.lead')}</p>
      <div className="mt-6">
        {!data && (error ? <Problem words={describeFailure(error)} /> : <LinesSkeleton />)}
        {data?.length === 0 && <EmptyState sentence={t('decisions.none')} />}
        <ul className="flex flex-col gap-4">
          {data?.map((decision) => (
            <li key={decision.decisionId} className="rounded-bar border border-line bg-highlight px-5 py-5 md:px-7">
              <DecisionCard decision={decision} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function whatHappened({ kind }: Decision): string {
  if (kind === 'takedown') return t('decisions.takedown')
  return t(kind === 'hold' ? 'decisions.hold' : 'decisions.comment')
}

function DecisionCard({ decision }: { decision: Decision }) {
  const [isOpen, setIsOpen] = useState(false)
  const { title, ground, reason, decidedAt, isLifted, objection } = decision
  return (
    <div className="flex flex-col gap-2">
      <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg">
        {whatHappened(decision)}
        {isLifted && <Badge tone="mint">{t('decisions.lifted')}</Badge>}
      </h2>
      {title !== null && <p className="font-semi wrap-anywhere">{title}</p>}
      <p className="text-sm text-ink-2">
        {formatDate(decidedAt)}
        {ground !== null && ` · ${reasonText(ground)}`}
      </p>
      {reason !== null && <p className={QUOTE}>{reason}</p>}
      {objection !== null && <Objection objection={objection} />}
      {objection === null && !isLifted && !isOpen && (
        <Button kind="quiet" size="small" className="mt-2 self-start" onClick={() => setIsOpen(true)}>
          {t('decisions.object')}
        </Button>
      )}
      {objection === null && isOpen && <ObjectionForm decision={decision} />}
    </div>
  )
}

function Objection({ objection }: { objection: NonNullable<Decision['objection']> }) {
  const { kind, createdAt, notBefore, dueAt, outcome, answer } = objection
  return (
    <div className="mt-2 flex flex-col gap-1 border-t border-line pt-3">
      <p className="font-semi">
        {kindText(kind)}, {formatDate(createdAt)}
      </p>
      <p>{outcomeText(outcome)}</p>
      {outcome === null && notBefore !== null && dueAt !== null && (
        <p className="text-ink-2">
          {t('decisions.waiting', { from: formatDate(notBefore), until: formatDate(dueAt) })}
        </p>
      )}
      {answer !== null && <p className={QUOTE}>{answer}</p>}
    </div>
  )
}

function ObjectionForm({ decision: { decisionId, kind, ground } }: { decision: Decision }) {
  const { call } = useSite()
  const callOnce = useCallOnce()
  const refresh = useRefresh()
  const canCounter = kind === 'takedown' && ground === 'copyright'
  const [isFormal, setIsFormal] = useState(canCounter)
  const sending = useMutationOnce({
    mutationFn: (form: HTMLFormElement) => {
      const { text = '', name = '', address = '', phone = '', signature = '' } = readFields(form)
      const counterNotice = { name, address, phone, signature, isMistake: true, acceptsService: true } as const
      const body = { text, ...(isFormal && { counterNotice }) }
      return callOnce({ decisionId, ...body }, (options) =>
        call(objectToDecision, { params: { decisionId }, body }, options),
      )
    },
    onSuccess: () => refresh(listDecisions),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sending.mutate(event.currentTarget)
  }
  return (
    <form method="post" onSubmit={submit} className="mt-3 flex flex-col gap-5">
      {canCounter && (
        <SwitchField
          label={t('decisions.formal')}
          hint={t('decisions.formalHint')}
          isOn={isFormal}
          onChange={setIsFormal}
        />
      )}
      <TextArea label={t('decisions.why')} name="text" required rows={4} maxLength={NOTICE_MAX} />
      {isFormal && (
        <>
          <Field label={t('notice.name')} name="name" autoComplete="name" required maxLength={200} />
          <PostalFields />
          <Confirmation text={t('decisions.mistake')} />
          <Confirmation text={t('decisions.service')} />
          <Field
            label={t('notice.signature')}
            name="signature"
            required
            maxLength={200}
            hint={t('notice.signatureHint')}
          />
        </>
      )}
      {sending.isError && <Problem words={describeFailure(sending.error)} />}
      <Button type="submit" className="self-start" isWaiting={sending.isPending}>
        {t('decisions.send')}
      </Button>
    </form>
  )
}
