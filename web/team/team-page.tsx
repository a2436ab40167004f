/** The team of an artist or podcast: members and their roles, invitations, leaving, offering ownership. */
import { useQuery } from '@tanstack/react-query'
import { listTeam } from '#contract/accounts/teams.ts'
import { invitableRoles, may, type Role } from '#contract/team-roles.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useParams } from '#web/navigation/navigation.tsx'
import { type Own, roleFor } from '#web/studio/content/own.ts'
import { StudioFrame, StudioHeading } from '#web/studio/frame/studio-frame.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { describeRole, nameRole } from '#web/studio/content/role-words.ts'
import { t } from '#web/words/words.ts'
import { Invitations, Invite } from './invitations.tsx'
import { Leave } from './leave.tsx'
import { Members } from './members.tsx'
import { Ownership } from './ownership.tsx'

export function Page() {
  const { makerId = '' } = useParams()
  return (
    <StudioFrame>
      {(own) => {
        const role = roleFor(own, makerId)
        if (role === undefined) return <ErrorState title={t('failure.notFoundTitle')} />
        return <Team key={makerId} makerId={makerId} name={nameOf(own, makerId)} role={role} />
      }}
    </StudioFrame>
  )
}

const nameOf = ({ artists, podcasts }: Own, makerId: string): string =>
  [...artists, ...podcasts].find(({ id }) => id === makerId)?.name ?? ''

function Team({ makerId, name, role }: { makerId: string; name: string; role: Role }) {
  return (
    <div className="max-w-[760px]">
      <StudioHeading title={t('team.of', { name })} lead={t('team.lead')} />
      {may(role, 'team') && <TeamSections makerId={makerId} role={role} />}
      {role !== 'owner' && (
        <section className="mt-11 border-t border-line pt-6">
          <p className="font-semi">{t('team.yourRole', { role: nameRole(role) })}</p>
          <p className="mt-1 mb-4 text-ink-2">{describeRole(role)}</p>
          <Leave makerId={makerId} name={name} />
        </section>
      )}
    </div>
  )
}

function TeamSections({ makerId, role }: { makerId: string; role: Role }) {
  const { call } = useSite()
  const { data, error } = useQuery({ ...callQuery(call, listTeam, { params: { makerId } }), staleTime: 0 })
  if (!data) return error ? <Problem words={describeFailure(error)} /> : <LinesSkeleton />
  return (
    <>
      <Members makerId={makerId} team={data} isOwner={role === 'owner'} />
      <Invite makerId={makerId} roles={invitableRoles(role)} />
      <Invitations makerId={makerId} invitations={data.invitations} roles={invitableRoles(role)} />
      {role === 'owner' && <Ownership makerId={makerId} team={data} />}
    </>
  )
}
