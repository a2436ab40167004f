/** Opens the zap dialog for content; pressing and holding only asks to confirm the usual amount. While the content is
 * playing, the zap carries the position. The large orange button appears once per view; in rows, the sats are the button. */
import { useEffect } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { satsUnit } from '#web/format/sats-unit.ts'
import { Bolt } from '#web/ui/mark.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Rolling } from '#web/ui/rolling.tsx'
import { usePlayer } from '#web/player/state/store.ts'
import { formatSats } from '#web/words/sats.ts'
import { t } from '#web/words/words.ts'
import { useLongPress } from '#web/zap/long-press.ts'
import { useZap, type ZapTarget } from '#web/zap/zap.ts'

type Zappable = Omit<ZapTarget, 'contentTimeSeconds' | 'isQuick'>

function useZapPress(content: Zappable) {
  const openZap = useZap((state) => state.openZap)
  const open = (isQuick: boolean) => {
    const { activeTrackId, trackPlayedSeconds } = usePlayer.getState()
    const isHeard = activeTrackId === content.contentId
    openZap({ ...content, isQuick, ...(isHeard && { contentTimeSeconds: Math.floor(trackPlayedSeconds) }) })
  }
  return useLongPress(
    () => open(false),
    () => open(true),
  )
}

/** Use once per page: while nothing plays, the keyboard shortcut zaps this content. */
export function ZapButton({
  content,
  isDiscOnPhones = false,
  isNamed = false,
}: {
  content: Zappable
  /** Below the play disc, and as large. */
  isDiscOnPhones?: boolean
  /** Says what it zaps, where the title is not beside it. */
  isNamed?: boolean
}) {
  const press = useZapPress(content)
  const { contentId, title, artist, artworkUrl } = content
  const name = t('catalog.zapTitle', { title })
  useEffect(() => {
    useZap.setState({ pageTarget: { contentId, title, artist, artworkUrl } })
    return () => useZap.setState({ pageTarget: null })
  }, [contentId, title, artist, artworkUrl])
  return (
    <Button
      kind="zap"
      size="large"
      icon={<Bolt />}
      aria-label={name}
      aria-keyshortcuts="z"
      className={isDiscOnPhones ? 'max-md:zap-disc' : ''}
      {...press}
    >
      <span className={isNamed ? 'md:hidden' : ''}>{t('catalog.zap')}</span>
      {isNamed && <span className="max-md:hidden">{name}</span>}
    </Button>
  )
}

/** The sats that content has received, which are the button that adds to them. */
export function SatsZapButton({
  content,
  amountMsat,
  unit = satsUnit(formatSats(amountMsat)),
  hasUnit = false,
  isText = false,
  className,
}: {
  content: Zappable
  amountMsat: number
  /** "sats", unless the figure is of a period. */
  unit?: string
  /** The unit is shown; otherwise only screen readers get it. */
  hasUnit?: boolean
  /** In the text font, not in display. */
  isText?: boolean
  className?: string
}) {
  const press = useZapPress(content)
  const isFirst = amountMsat === 0
  const sats = formatSats(amountMsat)
  const name = t('catalog.zapTitle', { title: content.title })
  return (
    <button
      type="button"
      aria-label={isFirst ? name : `${sats} ${unit}. ${name}`}
      className={classNames(
        'inline-flex min-h-11 min-w-11 items-baseline justify-end gap-x-1.5 self-center whitespace-nowrap [&>:first-child]:self-center hover:underline',
        className,
      )}
      {...press}
    >
      <span className={isText ? 'font-semi' : 'numeral'}>{isFirst ? t('catalog.zap') : <Rolling text={sats} />}</span>
      {hasUnit && !isFirst && <span className="self-center text-sm font-semi"> {unit}</span>}
    </button>
  )
}
