/** Credits by role; contributors with a page here are links. */
import { Fragment } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { t } from '#web/words/words.ts'
import { Fact } from '#web/content/facts.tsx'

type Credit = { name: string; role: string; username?: string | undefined }

export function Credits({ credits }: { credits: readonly Credit[] }) {
  if (credits.length === 0) return null
  const byRole = [...Map.groupBy(credits, ({ role }) => role)]
  return (
    <Fact title={t('catalog.credits')}>
      <dl className="flex flex-col gap-2 text-sm">
        {byRole.map(([role, users]) => (
          <div key={role}>
            <dt className="text-ink-2 first-letter:uppercase">{role}</dt>
            <dd className="font-semi">
              {users.map(({ name, username }, index) => (
                <Fragment key={`${name} ${index}`}>
                  {index > 0 && ', '}
                  {username === undefined ? (
                    name
                  ) : (
                    <Link to={`/profile/${username}`} className="underline decoration-1 underline-offset-4">
                      {name}
                    </Link>
                  )}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Fact>
  )
}
