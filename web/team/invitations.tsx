/** Inviting to a team, by mail or by a link, and the open invitations. */
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { parseEmail } from '#contract/accounts/identifiers.ts'
import { INVITATION_DAYS, inviteMember, listTeam, revokeInvitation } from '#contract/accounts/teams.ts'
import type { MemberRole } from '#contract/team-roles.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { formatDay } from '#web/studio/forms/local-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, SelectField } from '#web/ui/controls/field.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { ShownLink } from '#web/studio/content/shown-link.tsx'
import { describeRole, nameRole } from '#web/studio/content/role-words.ts'
import { t } from '#web/words/words.ts'
import { roleNamed } from './members.tsx'

const describeSent = ({ email }: Wire<typeof inviteMember>): string =>
  email === null ? t('team.link', { days: INVITATION_DAYS }) : t('team.sent', { email })

export function Invite({ makerId, roles }: { makerId: string; roles: readonly MemberRole[] }) {
  const { call, queries } = useSite()
  const [role, setRole] = useState<MemberRole>('editor')
  const [email, setEmail] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isWrong = email.trim() !== '' && parseEmail(email) === null
  const inviting = useMutation({
    mutationFn: () => call(inviteMember, { params: { makerId }, body: { role, email: parseEmail(email) } }),
    onSuccess: () => {
      setEmail('')
      void queries.invalidateQueries({ queryKey: queryKeyOf(listTeam) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (!isWrong) inviting.mutate()
  }
  return (
    <section aria-labelledby="invite-title" className="mt-11">
      <h2 id="invite-title" className="mb-4 text-xl md:text-2xl">
        {t('team.invite')}
      </h2>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <SelectField
          label={t('team.role')}
          hint={describeRole(role)}
          value={role}
          onChange={(event) => setRole(roleNamed(event.target.value))}
          className="max-w-md"
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {nameRole(one)}
            </option>
          ))}
        </SelectField>
        <Field
          type="email"
          label={t('team.email')}
          hint={t('team.emailHint')}
          error={isSubmitted && isWrong ? t('team.emailWrong') : undefined}
          value={email}
          autoComplete="off"
          onChange={(event) => setEmail(event.target.value)}
          className="max-w-md"
        />
        {inviting.error && <Problem words={describeFailure(inviting.error)} />}
        <div>
          <Button type="submit" isWaiting={inviting.isPending}>
            {t(email.trim() === '' ? 'team.createLink' : 'team.send')}
          </Button>
        </div>
      </form>
      {inviting.data && <ShownLink lead={describeSent(inviting.data)} url={inviting.data.url} />}
    </section>
  )
}

type Open = Wire<typeof listTeam>['invitations'][number]

export function Invitations({
  makerId,
  invitations,
  roles,
}: {
  makerId: string
  invitations: readonly Open[]
  /** Only invitations to these roles can be revoked. */
  roles: readonly MemberRole[]
}) {
  const { call, queries } = useSite()
  const revoking = useMutation({
    mutationFn: (invitationId: string) => call(revokeInvitation, { params: { makerId, invitationId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(listTeam) }),
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="open-title" className="mt-11">
      <h2 id="open-title" className="mb-3 text-xl md:text-2xl">
        {t('team.open')}
      </h2>
      <ul className="border-t border-line">
        {invitations.map(({ invitationId, role, email, expiresAt }) => (
          <li
            key={invitationId}
            className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5"
          >
            <span className="min-w-0 flex-1 basis-52">
              <span className="block font-semi wrap-anywhere">{email ?? t('team.byLink')}</span>
              <span className="block text-sm text-ink-2">
                {nameRole(role)} · {t('team.until', { day: formatDay(expiresAt) })}
              </span>
            </span>
            {roles.includes(role) && (
              <Button
                kind="quiet"
                isWaiting={revoking.isPending && revoking.variables === invitationId}
                onClick={() => revoking.mutate(invitationId)}
              >
                {t('team.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
