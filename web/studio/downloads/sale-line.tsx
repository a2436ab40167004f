/** The sale of a release in one line: from which price, what it waits for, how many were sold. */
import { Link } from '#web/navigation/link.tsx'
import { describeMinimum } from '#web/format/minimum.ts'
import { t } from '#web/words/words.ts'
import { isMaking, useOwnOffer } from './own-offer.ts'

/** Nothing while it is not offered. */
export function SaleLine({ contentId, editHref }: { contentId: string; editHref: string }) {
  const { data: own } = useOwnOffer(contentId)
  if (own === undefined || own.mode === 'off') return null
  const isPaid = own.mode === 'paid'
  return (
    <p className="dotted mb-5 items-center">
      <span>{isPaid ? t('records.saleFrom', { price: describeMinimum(own) }) : t('records.saleFree')}</span>
      {!own.isOffered && isMaking(own) && (
        <span>{t('records.making', { ready: own.readyCount, count: own.trackCount })}</span>
      )}
      {isPaid && <span>{t('records.soldCount', { count: own.soldCount })}</span>}
      <span>
        <Link to={editHref} className="inline-flex min-h-11 items-center font-semi underline underline-offset-4">
          {t('records.change')}
        </Link>
      </span>
    </p>
  )
}
