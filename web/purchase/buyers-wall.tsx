/** The users who bought an album or track. Renders nothing until somebody has. */
import { useQuery } from '@tanstack/react-query'
import { listBuyers } from '#contract/listening/purchases.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Avatar } from '#web/ui/images/avatar.tsx'
import { t } from '#web/words/words.ts'

export function BuyersWall({ contentId }: { contentId: string }) {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, listBuyers, { params: { contentId } }))
  if (!data || data.total === 0) return null
  const { buyers, total } = data
  return (
    <section className="mt-(--band)" aria-labelledby="buyers">
      <h2 id="buyers" className="title-1 mb-6">
        {t('records.buyers')}
      </h2>
      <ul className="card-grid gap-x-6 gap-y-5">
        {buyers.map(({ userId, name, displayName, artworkUrl }) => (
          <li key={userId} className="min-w-0">
            <Link to={`/profile/${name}`} className="group flex min-h-11 items-center gap-3">
              <Avatar src={artworkUrl} seed={userId} />
              <span className="truncate font-semi group-hover:underline">{displayName ?? name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {buyers.length === 0 && <p>{t('records.buyersOnly', { count: total })}</p>}
      {buyers.length > 0 && total > buyers.length && (
        <p className="mt-5">{t('records.buyersCount', { count: total })}</p>
      )}
    </section>
  )
}
