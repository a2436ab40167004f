/** The outcome of a report or notice, for those who have its link. */
import { useQuery } from '@tanstack/react-query'
import { getReport } from '#contract/community/reports.ts'
import { ApiError } from '#web/data/api.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { useParams } from '#web/navigation/navigation.tsx'
import { LinesSkeleton } from '#web/ui/states/lines-skeleton.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { formatDate } from '#web/words/format.ts'
import { t } from '#web/words/words.ts'
import { outcomeText, reasonText } from './moderation-texts.ts'

/** Loaded in the browser, so that no cache stores the content of the notice. */
export function Page() {
  const { call } = useSite()
  const { reportId = '' } = useParams()
  const { data, error } = useQuery({ ...callQuery(call, getReport, { params: { reportId } }), staleTime: 0 })
  return (
    <div className="max-w-[42rem] pt-2 md:pt-6">
      <Head title={t('notice.stateTitle')} isHidden />
      <meta name="referrer" content="no-referrer" />
      <h1 className="title-great">{t('notice.stateTitle')}</h1>
      <div className="mt-6 flex flex-col gap-3">
        {!data && (error ? <Problem words={problemOf(error)} /> : <LinesSkeleton />)}
        {data && (
          <>
            <p className="text-xl font-semi wrap-anywhere">{data.title}</p>
            <p className="text-ink-2">{reasonText(data.reason)}</p>
            <p className="text-ink-2">{t('notice.received', { day: formatDate(data.createdAt) })}</p>
            <p className="text-lg">{outcomeText(data.outcome)}</p>
            {data.answer !== null && (
              <p className="max-w-[60ch] border-l-2 border-line-2 pl-2.5 wrap-anywhere whitespace-pre-line">
                {data.answer}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** An address that is no id, or of no report. */
function problemOf(error: Error): string {
  const isUnknown = error instanceof ApiError && [400, 404].includes(error.status)
  return isUnknown ? t('notice.stateUnknown') : describeFailure(error)
}
