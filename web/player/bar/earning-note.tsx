/** "Earning 20 of 30 sats", while a track with a promo plays; "Earned 30 sats today" when that is all of it. */
import { useEarnings } from '#web/player/state/earnings.ts'
import { classNames } from '#web/ui/class-names.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'

export function EarningNote({ trackId, className }: { trackId: string; className?: string }) {
  const earnings = useEarnings((state) => state.earnings)
  if (earnings === null || earnings.trackId !== trackId) return null
  const { earnedMsat, earnableMsat } = earnings
  return (
    <span className={classNames('max-w-full shrink-0 truncate font-semi text-ink', className)}>
      {earnedMsat >= earnableMsat
        ? t('promos.earnedAll', { sats: formatSats(earnedMsat) })
        : t('promos.earning', { earned: formatSats(earnedMsat), earnable: formatSats(earnableMsat) })}
    </span>
  )
}
