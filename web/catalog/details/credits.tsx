/** Credits by role, beginning with the performers; those with a page here are links. */
import { Fragment } from 'react'
import type { PerformerRole } from '#contract/performer-roles.ts'
import { Link } from '#web/navigation/link.tsx'
import { artistHref } from '#web/player/state/playables.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

export type Credit = { name: string; role: string; username?: string | undefined; href?: string | undefined }

const ROLES: Record<PerformerRole, TranslationKey> = {
  main: 'catalog.roleMain',
  featured: 'catalog.roleFeatured',
  with: 'catalog.roleWith',
  remixer: 'catalog.roleRemixer',
  producer: 'catalog.roleProducer',
}

/** Content saved for offline listening by an earlier version has no performers. */
type Content = {
  performers?: readonly { name: string; role: PerformerRole; artistUrl: string | null }[]
  credits: readonly Credit[]
}

export const allCredits = ({ performers = [], credits }: Content): Credit[] => [
  ...performers.map(({ name, role, artistUrl }) => ({
    name,
    role: t(ROLES[role]),
    href: artistUrl === null ? undefined : artistHref(artistUrl),
  })),
  ...credits,
]

const byRole = (credits: readonly Credit[]) => [...Map.groupBy(credits, ({ role }) => role)]

/** Role at the left, names at the right. */
export function CreditLines({ credits }: { credits: readonly Credit[] }) {
  if (credits.length === 0) return null
  return (
    <section>
      <h3 className="sr-only">{t('catalog.credits')}</h3>
      <dl className="border-t border-line pt-4 text-sm">
        {byRole(credits).map(([role, users]) => (
          <div key={role} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 py-1">
            <dt className="text-ink-2 first-letter:uppercase">{role}</dt>
            <dd className="font-semi">
              <Names users={users} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Names({ users }: { users: readonly Credit[] }) {
  return users.map(({ name, username, href = username && `/profile/${username}` }, index) => (
    <Fragment key={`${name} ${index}`}>
      {index > 0 && ', '}
      {href ? (
        <Link to={href} className="underline decoration-1 underline-offset-4">
          {name}
        </Link>
      ) : (
        name
      )}
    </Fragment>
  ))
}
