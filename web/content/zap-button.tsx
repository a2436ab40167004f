/** Opens the zap dialog for content; pressing and holding only asks to confirm the usual amount. While the content is
 * playing, the zap carries the position. The large orange button appears once per view; in rows it is subdued. */
import { useEffect } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Bolt } from '#web/ui/mark.tsx'
import { usePlayer } from '#web/player/state/store.ts'
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
export function ZapButton({ content }: { content: Zappable }) {
  const press = useZapPress(content)
  const { contentId, title, artist, artworkUrl } = content
  useEffect(() => {
    useZap.setState({ pageTarget: { contentId, title, artist, artworkUrl } })
    return () => useZap.setState({ pageTarget: null })
  }, [contentId, title, artist, artworkUrl])
  return (
    <Button
      kind="zap"
      size="large"
      icon={<Bolt />}
      aria-label={t('catalog.zapTitle', { title })}
      aria-keyshortcuts="z"
      {...press}
    >
      {t('catalog.zap')}
    </Button>
  )
}

export function RowZapButton({ content }: { content: Zappable }) {
  const press = useZapPress(content)
  return (
    <IconButton label={t('catalog.zapTitle', { title: content.title })} {...press}>
      <Bolt size={16} />
    </IconButton>
  )
}
