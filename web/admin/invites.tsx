/** Invitations: codes with which accounts can be created, when REGISTRATION=invite. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { createInvite, endInvite, listInvites } from '#contract/accounts/registration.ts'
import { describeProblem, withRecentLogin } from '#web/session/fresh-login.tsx'
import { callQuery, useRefresh } from '#web/data/queries.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'
import { formatTimestamp } from './moments.ts'

const DAYS = 30
const USES_MAX = 10_000

export function Invites() {
  const { call } = useSite()
  const refresh = useRefresh()
  const { data = [] } = useQuery({ ...callQuery(call, listInvites, {}), staleTime: 0 })
  const reload = () => refresh(listInvites)
  const ending = useMutation({
    mutationFn: (inviteId: string) => withRecentLogin(() => call(endInvite, { params: { inviteId } })),
    onSuccess: reload,
  })
  return (
    <Section title={t('invites.title')}>
      <p className="max-w-[60ch] text-ink-2">{t('invites.lead')}</p>
      <InviteForm onMade={reload} />
      <ul className="mt-4 max-w-3xl divide-y divide-line">
        {data.map(({ inviteId, label, usesLeft, expiresAt }) => (
          <li key={inviteId} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="min-w-0">
              <span className="font-semi wrap-anywhere">{label}</span>
              <span className="block text-sm text-ink-2">
                {t('invites.line', { count: usesLeft, moment: formatTimestamp(expiresAt) })}
              </span>
            </p>
            <Button
              kind="quiet"
              size="small"
              aria-label={t('invites.endOne', { label })}
              onClick={() => ending.mutate(inviteId)}
            >
              {t('invites.end')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function InviteForm({ onMade }: { onMade: () => Promise<void> }) {
  const { call } = useSite()
  const { publicUrl } = useSettings()
  const [label, setLabel] = useState('')
  const [uses, setUses] = useState('1')
  const making = useMutation({
    mutationFn: () =>
      withRecentLogin(() => call(createInvite, { body: { label: label.trim(), uses: Number(uses), days: DAYS } })),
    onSuccess: onMade,
  })
  const link = making.data && `${publicUrl}/register?invite=${making.data.code}`
  const problem = describeProblem(making.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    making.mutate()
  }
  return (
    <form onSubmit={submit} className="mt-4 flex max-w-3xl flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-[1fr_8rem]">
        <Field
          label={t('invites.label')}
          value={label}
          required
          maxLength={100}
          onChange={(event) => setLabel(event.target.value)}
        />
        <Field
          label={t('invites.uses')}
          type="number"
          min={1}
          max={USES_MAX}
          required
          value={uses}
          onChange={(event) => setUses(event.target.value)}
        />
      </div>
      {problem !== undefined && <Problem words={problem} />}
      <Button type="submit" kind="quiet" className="self-start" isWaiting={making.isPending}>
        {t('invites.create')}
      </Button>
      {link !== undefined && (
        <p role="status" className="flex flex-wrap items-center gap-3">
          <span className="wrap-anywhere">{link}</span>
          <CopyButton text={link} labels={{ idle: t('invites.copy'), copied: t('invites.copied') }} />
        </p>
      )}
    </form>
  )
}
