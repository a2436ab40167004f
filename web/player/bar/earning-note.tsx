/** "Earning 20 of 30 sats", while a track with a promo plays; "Earned 30 sats today" when that is all of it. */
import { useEarnings } from '#web/player/state/earnings.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export function EarningNote({ trackId }: { trackId: string }) {
  const earnings = useEarnings((state) => state.earnings)
  if (earnings === null || earnings.trackId !== trackId) return null
  const { earnedMsat, earnableMsat } = earnings
  return (
    <span className="max-w-full shrink-0 truncate font-semi text-ink">
      {earnedMsat >= earnableMsat
        ? t('promos.earnedAll', { sats: formatSats(earnedMsat) })
        : t('promos.earning', { earned: formatSats(earnedMsat), earnable: formatSats(earnableMsat) })}
    </span>
  )
}
