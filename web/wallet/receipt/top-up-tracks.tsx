/** The tracks by which a day's Top Up was earned. */
import { useQuery } from '@tanstack/react-query'
import { getTopUp } from '#contract/listening/promos.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { formatAmount } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export function TopUpTracks({ paymentId }: { paymentId: string }) {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, getTopUp, { params: { paymentId } }))
  if (!data || data.tracks.length === 0) return null
  return (
    <section className="mt-7">
      <h2 className="mb-2.5 text-lg">{t('promos.dayTracks')}</h2>
      <Rows>
        {data.tracks.map(({ contentId, title, minutes, msatEarned }) => (
          <Row
            key={contentId}
            name={
              <>
                <Link to={`/track/${contentId}`} className="underline underline-offset-4 hover:no-underline">
                  {title}
                </Link>{' '}
                · {t('promos.dayMinutes', { count: minutes })}
              </>
            }
          >
            {formatAmount(msatEarned)}
          </Row>
        ))}
      </Rows>
    </section>
  )
}
