/** The background jobs that keep failing. Draws nothing when all succeed. */
import { useQuery } from '@tanstack/react-query'
import { listFailingJobs } from '#contract/operator/admin.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { AlertIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { formatTimestamp } from './moments.ts'

export function FailingJobs() {
  const { call } = useSite()
  const { data } = useQuery({ ...callQuery(call, listFailingJobs, {}), staleTime: 0 })
  if (!data || data.length === 0) return null
  return (
    <section role="alert" className="mb-6 rounded-bar bg-pink-soft px-5 py-5">
      <div className="flex items-start gap-3">
        <AlertIcon size={22} aria-hidden="true" className="shrink-0 text-pink" />
        <div className="min-w-0">
          <h2 className="text-xl">{t('admin.jobsFailing')}</h2>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-sm">
            {data.map(({ name, failures, failedAt, error }) => (
              <li key={name} className="break-words">
                {t('admin.jobLine', { name, count: failures, moment: formatTimestamp(failedAt), error })}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
