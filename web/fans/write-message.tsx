/** The form of a message to followers: what it is about, to whom, and its text. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { listOwnEpisodes } from '#contract/catalog/episodes.ts'
import {
  FAN_MESSAGE_MAX,
  FAN_MESSAGES_A_WEEK,
  listFanMessages,
  REACH_SHOWN_FROM,
  sendFanMessage,
} from '#contract/community/fans.ts'
import { listOwnConcerts } from '#contract/concerts/concerts.ts'
import type { Sent, Wire } from '#contract/endpoint.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useDraft } from '#web/session/drafts.ts'
import type { Own } from '#web/studio/content/own.ts'
import { SelectField, TextArea } from '#web/ui/controls/field.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatMoment } from '#web/words/format.ts'
import { t, type TranslationKey } from '#web/words/words.ts'
import { type Audience, AUDIENCES, type OwnMaker } from './audiences.ts'
import { messagesQuery } from './messages.tsx'

type SentMessages = Wire<typeof listFanMessages>
type Kind = SentMessages['messages'][number]['kind']
type Props = { maker: OwnMaker; own: Own; onClose: () => void }

const KINDS: readonly { kind: Kind; label: TranslationKey }[] = [
  { kind: 'release', label: 'fans.release' },
  { kind: 'event', label: 'fans.event' },
  { kind: 'thanks', label: 'fans.thanks' },
]

export function WriteMessage(props: Props) {
  const { call } = useSite()
  const { data, error } = useQuery(messagesQuery(call, props.maker.id))
  return (
    <Dialog isOpen onClose={props.onClose} title={t('fans.write')} closeLabel={t('common.close')}>
      {data ? <Form {...props} sent={data} /> : error ? <Problem words={describeFailure(error)} /> : <LinesSkeleton />}
    </Dialog>
  )
}

function Form({ maker, own, sent, onClose }: Props & { sent: SentMessages }) {
  const [kind, setKind] = useState<Kind>('release')
  const [audience, setAudience] = useState<Audience>('follows')
  const [subjectId, setSubjectId] = useState('')
  const { value: content, change: setContent, reset } = useDraft(`message of ${maker.id}`, '')
  const body = {
    kind,
    audience,
    content: content.trim(),
    ...(kind !== 'thanks' && { subjectId }),
  }
  const sending = useSending(maker.id, () => {
    reset()
    onClose()
  })
  if (sent.left === 0) return <p>{describeLeft(sent)}</p>
  const isComplete = body.content !== '' && (kind === 'thanks' || subjectId !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) sending.mutate(body)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-ink-2">
        {t('fans.writeLead')} {describeLeft(sent)}
      </p>
      <SelectField
        label={t('fans.kind')}
        value={kind}
        onChange={({ target }) => {
          setKind(target.value as Kind)
          setSubjectId('')
        }}
      >
        {KINDS.filter((one) => one.kind !== 'event' || maker.type === 'artist').map((one) => (
          <option key={one.kind} value={one.kind}>
            {t(one.label)}
          </option>
        ))}
      </SelectField>
      {kind !== 'thanks' && (
        <SubjectField kind={kind} maker={maker} own={own} value={subjectId} onChange={setSubjectId} />
      )}
      <AudienceField value={audience} onChange={setAudience} reach={sent.reach[audience]} />
      <TextArea
        label={t('fans.text')}
        hint={t('fans.textHint')}
        rows={5}
        maxLength={FAN_MESSAGE_MAX}
        value={content}
        onChange={({ target }) => setContent(target.value)}
      />
      {sending.isError && <Problem words={describeFailure(sending.error)} />}
      <DialogButtons
        cancelLabel={t('comments.cancel')}
        onCancel={onClose}
        isWaiting={sending.isPending}
        disabled={!isComplete}
        type="submit"
      >
        {t('fans.send')}
      </DialogButtons>
    </form>
  )
}

function useSending(makerId: string, onSent: () => void) {
  const { call } = useSite()
  const refresh = useRefresh()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (body: Sent<typeof sendFanMessage>['body']) =>
      callOnce([makerId, body], (once) => call(sendFanMessage, { params: { makerId }, body }, once)),
    onSuccess: () => {
      void refresh(listFanMessages)
      showToast(t('fans.sent'))
      onSent()
    },
  })
}

type AudienceProps = { value: Audience; onChange: (audience: Audience) => void; reach: number | null }

function AudienceField({ value, onChange, reach }: AudienceProps) {
  return (
    <SelectField
      label={t('fans.to')}
      hint={describeReach(reach)}
      value={value}
      onChange={({ target }) => onChange(target.value as Audience)}
    >
      {Object.entries(AUDIENCES).map(([audience, label]) => (
        <option key={audience} value={audience}>
          {t(label)}
        </option>
      ))}
    </SelectField>
  )
}

type SubjectProps = { kind: Kind; maker: OwnMaker; own: Own; value: string; onChange: (id: string) => void }

/** A published release or episode, or an event. */
function SubjectField({ kind, maker, own, value, onChange }: SubjectProps) {
  const { call } = useSite()
  const isOfEvents = kind === 'event'
  const isOfEpisodes = kind === 'release' && maker.type === 'podcast'
  const events = useQuery({ ...callQuery(call, listOwnConcerts, {}), enabled: isOfEvents })
  const episodes = useQuery({ ...callQuery(call, listOwnEpisodes, { query: {} }), enabled: isOfEpisodes })
  const options = isOfEvents
    ? (events.data?.own ?? [])
        .filter(({ artist, isDraft, isCancelled }) => artist.id === maker.id && !isDraft && !isCancelled)
        .map(({ id, name }) => ({ id, title: name }))
    : isOfEpisodes
      ? (episodes.data ?? []).filter(({ podcastId }) => podcastId === maker.id)
      : own.albums.filter(({ artistId, status }) => artistId === maker.id && status === 'published')
  const isLoading = (isOfEvents && events.isLoading) || (isOfEpisodes && episodes.isLoading)
  return (
    <SelectField
      label={t('fans.about')}
      hint={!isLoading && options.length === 0 ? t(isOfEvents ? 'fans.noEvents' : 'fans.noReleases') : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('fans.choose')}</option>
      {options.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}

const describeReach = (reach: number | null) =>
  reach === null ? t('fans.reachFew', { count: REACH_SHOWN_FROM }) : t('fans.reach', { count: reach })

function describeLeft({ left, nextAt }: SentMessages): string {
  if (nextAt === null) return t('fans.left', { count: left })
  const date = formatMoment(new Date(nextAt), { dateStyle: 'medium', timeStyle: 'short' })
  return t('fans.nextAt', { count: FAN_MESSAGES_A_WEEK, date })
}
