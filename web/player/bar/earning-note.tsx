/** "Earning 20 of 30 sats", while a track with a promo plays. */
import { useEarnings } from '#web/player/state/earnings.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export function EarningNote({ trackId }: { trackId: string }) {
  const earnings = useEarnings((state) => state.earnings)
  if (earnings === null || earnings.trackId !== trackId) return null
  const { earnedMsat, earnableMsat } = earnings
  return (
    <span className="shrink-0 font-semi text-ink">
      {t('promos.earning', { earned: formatSats(earnedMsat), earnable: formatSats(earnableMsat) })}
    </span>
  )
}
