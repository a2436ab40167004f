/** Performers and credits by role; those with a page here are links. */
import { Fragment } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { PerformerRole } from '#contract/catalog/performers.ts'
import { artistHref } from '#web/player/state/playables.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

export type Credit = { name: string; role: string; username?: string | undefined; artistUrl?: string | null }
export type Performer = { name: string; role: PerformerRole; artistUrl: string | null }

const ROLES: Record<PerformerRole, TranslationKey> = {
  main: 'catalog.roleMain',
  featured: 'catalog.roleFeatured',
  with: 'catalog.roleWith',
  remixer: 'catalog.roleRemixer',
  producer: 'catalog.roleProducer',
}

/** The performers first. Releases saved for offline listening by an earlier version have none. */
export const withPerformers = (performers: readonly Performer[] = [], credits: readonly Credit[]): Credit[] => [
  ...performers.map(({ name, role, artistUrl }) => ({ name, role: t(ROLES[role]), artistUrl })),
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

function hrefOf({ username, artistUrl = null }: Credit): string | null {
  if (artistUrl !== null) return artistHref(artistUrl)
  return username === undefined ? null : `/profile/${username}`
}

function Names({ users }: { users: readonly Credit[] }) {
  return users.map((user, index) => {
    const { name } = user
    const href = hrefOf(user)
    return (
      <Fragment key={`${name} ${index}`}>
        {index > 0 && ', '}
        {href === null ? (
          name
        ) : (
          <Link to={href} className="underline decoration-1 underline-offset-4">
            {name}
          </Link>
        )}
      </Fragment>
    )
  })
}
