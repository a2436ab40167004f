/** What moderators took down of the user, on every page of the studio, which otherwise shows it as published. Draws nothing
 * when there is nothing. */
import { useQuery } from '@tanstack/react-query'
import { listDecisions } from '#contract/community/reports.ts'
import { Link } from '#web/navigation/link.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'

export function TakenDown() {
  const { call } = useSite()
  const { data = [] } = useQuery(callQuery(call, listDecisions, {}))
  const titles = data.flatMap(({ kind, isLifted, title }) => (kind === 'takedown' && !isLifted ? (title ?? []) : []))
  if (titles.length === 0) return null
  return (
    <div className="mb-7 rounded-bar bg-pink-soft px-5 py-4">
      <p className="font-semi">{t('decisions.takedown')}</p>
      <p className="line-clamp-3 wrap-anywhere">{titles.join(', ')}</p>
      <Link to="/decisions" className="font-semi underline">
        {t('decisions.title')}
      </Link>
    </div>
  )
}
