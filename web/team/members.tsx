/** The owner and the members of a team. The owner changes roles and removes members. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { listTeam, removeMember, setMemberRole } from '#contract/accounts/teams.ts'
import { MEMBER_ROLES, type MemberRole } from '#contract/team-roles.ts'
import type { Wire } from '#contract/endpoint.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { showErrorToast } from '#web/ui/overlays/toast.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { nameRole } from '#web/studio/content/role-words.ts'
import { t } from '#web/words/words.ts'

type Team = Wire<typeof listTeam>
type Member = Team['members'][number]

export function Members({ makerId, team, isOwner }: { makerId: string; team: Team; isOwner: boolean }) {
  return (
    <section aria-labelledby="members-title">
      <h2 id="members-title" className="mb-3 text-xl md:text-2xl">
        {t('team.members')}
      </h2>
      <ul className="border-t border-line">
        <li className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5">
          <Named member={team.owner} />
          <span className="font-semi">{t('team.owner')}</span>
        </li>
        {team.members.map((member) => (
          <li
            key={member.userId}
            className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5"
          >
            <Named member={member} />
            {isOwner ? (
              <Actions makerId={makerId} member={member} />
            ) : (
              <span className="font-semi">{nameRole(member.role)}</span>
            )}
          </li>
        ))}
      </ul>
      {team.members.length === 0 && <p className="mt-3 text-ink-2">{t('team.none')}</p>}
    </section>
  )
}

const nameOf = ({ displayName, username }: Team['owner']): string => displayName ?? username

function Named({ member }: { member: Team['owner'] }) {
  return (
    <Link
      to={`/profile/${encodeURIComponent(member.username)}`}
      className="group flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-3.5"
    >
      <Avatar src={member.artworkUrl} seed={member.userId} />
      <span className="min-w-0">
        <span className="block font-semi wrap-anywhere group-hover:underline">{nameOf(member)}</span>
        <span className="block text-sm wrap-anywhere text-ink-2">@{member.username}</span>
      </span>
    </Link>
  )
}

function Actions({ makerId, member }: { makerId: string; member: Member }) {
  const { call, queries } = useSite()
  const [isAsking, setIsAsking] = useState(false)
  const params = { makerId, userId: member.userId }
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeyOf(listTeam) })
  const changing = useMutation({
    mutationFn: (role: Member['role']) => call(setMemberRole, { params, body: { role } }),
    onSuccess: refresh,
    onError: (error) => showErrorToast(describeFailure(error)),
  })
  const removing = useMutation({
    mutationFn: () => call(removeMember, { params }),
    onSuccess: async () => {
      await refresh()
      setIsAsking(false)
    },
  })
  const name = nameOf(member)
  return (
    <>
      <SelectField
        label={t('team.roleOf', { name })}
        isLabelHidden
        value={changing.isPending ? changing.variables : member.role}
        disabled={changing.isPending}
        onChange={(event) => changing.mutate(roleNamed(event.target.value))}
        className="w-44"
      >
        {MEMBER_ROLES.map((role) => (
          <option key={role} value={role}>
            {nameRole(role)}
          </option>
        ))}
      </SelectField>
      <Button kind="quiet" onClick={() => setIsAsking(true)} aria-label={t('team.removeOne', { name })}>
        {t('team.remove')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('team.removeTitle', { name })}
        closeLabel={t('common.close')}
      >
        <p className="mb-5 text-ink-2">{t('team.removeNote')}</p>
        {removing.error && <Problem words={describeFailure(removing.error)} />}
        <DialogButtons
          cancelLabel={t('settings.cancel')}
          onCancel={() => setIsAsking(false)}
          isWaiting={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {t('team.remove')}
        </DialogButtons>
      </Dialog>
    </>
  )
}

export const roleNamed = (value: string): MemberRole => MEMBER_ROLES.find((role) => role === value) ?? 'editor'
