/** Announcements to all users, shown behind the bell, and the earlier ones. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { listAnnouncements } from '#contract/accounts/account.ts'
import { createAnnouncement } from '#contract/operator/admin.ts'
import { DESCRIPTION_MAX, LINK_MAX, TITLE_MAX } from '#contract/fields.ts'
import { useCallOnce } from '#web/data/api-attempt.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { AnnounceIcon } from '#web/ui/icon.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { AdminForm, AdminFrame, ListWaiting } from './admin-frame.tsx'
import { useEntered } from './entered.ts'
import { formatTimestamp } from './moments.ts'

const NONE = { title: '', content: '', link: '' }

export function Page() {
  return (
    <AdminFrame title={t('admin.announcements')} lead={t('admin.announcementsLead')}>
      <AnnounceForm />
      <Section title={t('admin.announced')}>
        <Announced />
      </Section>
    </AdminFrame>
  )
}

function AnnounceForm() {
  const { entered, showsErrors, isMissing, field, onSubmit, empty } = useEntered(NONE)
  const sending = useAnnouncing(empty)
  const isWrongLink = entered.link.trim() !== '' && !/^(https?:\/\/|\/(?!\/))\S+$/.test(entered.link.trim())
  const submit = onSubmit(() => {
    if (entered.title.trim() !== '' && entered.content.trim() !== '' && !isWrongLink) sending.mutate(entered)
  })
  const problem = describeProblem(sending.error)
  return (
    <AdminForm onSubmit={submit}>
      <Field
        label={t('admin.announceTitle')}
        maxLength={TITLE_MAX}
        {...field('title')}
        error={isMissing('title') ? t('admin.announceMissing') : undefined}
      />
      <TextArea
        label={t('admin.announceText')}
        rows={4}
        maxLength={DESCRIPTION_MAX}
        {...field('content')}
        error={isMissing('content') ? t('admin.announceMissing') : undefined}
      />
      <Field
        label={t('admin.announceLink')}
        hint={t('admin.announceLinkHint')}
        inputMode="url"
        maxLength={LINK_MAX}
        {...field('link')}
        error={showsErrors && isWrongLink ? t('admin.announceLinkWrong') : undefined}
      />
      {problem !== undefined && <Problem words={problem} />}
      <Button
        type="submit"
        size="large"
        className="self-start"
        icon={<AnnounceIcon size={18} aria-hidden="true" />}
        isWaiting={sending.isPending}
      >
        {t('admin.announce')}
      </Button>
    </AdminForm>
  )
}

function useAnnouncing(onDone: () => void) {
  const { call } = useSite()
  const refresh = useRefresh()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: ({ title, content, link }: typeof NONE) => {
      const body = {
        title: title.trim(),
        content: content.trim(),
        ...(link.trim() !== '' && { link: link.trim() }),
      }
      return withRecentLogin(() => callOnce(body, (options) => call(createAnnouncement, { body }, options)))
    },
    onSuccess: async () => {
      await refresh(listAnnouncements)
      onDone()
      showToast(t('admin.announcedToast'))
    },
  })
}

function Announced() {
  const { call } = useSite()
  const { data, error, refetch } = useQuery({ ...callQuery(call, listAnnouncements, {}), staleTime: 0 })
  if (!data) return <ListWaiting error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <p className="text-ink-2">{t('admin.noAnnouncements')}</p>
  return (
    <ul className="max-w-3xl divide-y divide-line border-y border-line">
      {data.map(({ id, title, content, link, createdAt }) => (
        <li key={id} className="py-4">
          <h3 className="font-text font-semi tracking-normal break-words">{title}</h3>
          <p className="text-sm text-ink-2">{formatTimestamp(createdAt)}</p>
          <p className="mt-1.5 max-w-[68ch] break-words whitespace-pre-line">{content}</p>
          {link !== null && <p className="mt-1 text-sm break-all text-ink-2">{link}</p>}
        </li>
      ))}
    </ul>
  )
}
