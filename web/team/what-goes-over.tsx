/** What goes to the new owner of an artist or podcast and what does not, for both sides, in the same words. */
import { t } from '#web/words/words.ts'

export function WhatGoesOver({ from, ownerStays }: { from: string; ownerStays: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <Points title={t('offer.goes')} points={[t('offer.goesWorks'), t('offer.goesMoney'), t('offer.goesTerms')]} />
      <Points
        title={t('offer.stays', { from })}
        points={[t('offer.staysEarned'), t('offer.staysTickets'), t('offer.staysShares', { from })]}
      />
      <p className="text-ink-2">
        {t(ownerStays ? 'offer.ownerStays' : 'offer.ownerLeaves', { from })} {t('offer.final')}
      </p>
    </div>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h3 className="mb-1.5 font-semi wrap-anywhere">{title}</h3>
      <ul className="list-disc space-y-1 ps-5 text-ink-2">
        {points.map((point) => (
          <li key={point} className="wrap-anywhere">
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}
