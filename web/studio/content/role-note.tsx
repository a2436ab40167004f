/** For members of a team who do not edit: their role for an artist or podcast, and the pages on which they use it. */
import { may, type Role } from '#contract/team-roles.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { t } from '#web/words/words.ts'
import { describeRole, nameRole } from './role-words.ts'

export function RoleNote({ role, analyticsHref }: { role: Role; analyticsHref: string }) {
  return (
    <>
      <p className="text-lg font-semi">{t('team.yourRole', { role: nameRole(role) })}</p>
      <p className="mt-1 mb-5 max-w-[64ch] text-ink-2">{describeRole(role)}</p>
      {may(role, 'analytics') && <ButtonLink to={analyticsHref}>{t('studio.analytics')}</ButtonLink>}
      {may(role, 'door') && <ButtonLink to="/studio/events">{t('events.studio')}</ButtonLink>}
    </>
  )
}
