/** Opens the zap dialog for a content. Where it is being heard, the zap carries the position.
 * The large one is orange and stands once a view; in rows it is quiet. */
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Bolt } from '../ui/mark.tsx'
import { usePlayer } from '../player/store.ts'
import { t } from '../words/words.ts'
import { useZap, type ZapTarget } from '../zap/zap.ts'

type Zappable = Omit<ZapTarget, 'contentTimeSeconds'>

function useOpenZap(content: Zappable): () => void {
  const openZap = useZap((state) => state.openZap)
  return () => {
    const { activeTrackId, trackPlayedSeconds } = usePlayer.getState()
    const isHeard = activeTrackId === content.contentId
    openZap({ ...content, ...(isHeard && { contentTimeSeconds: Math.floor(trackPlayedSeconds) }) })
  }
}

export function ZapButton({ content }: { content: Zappable }) {
  const open = useOpenZap(content)
  return (
    <Button
      kind="zap"
      size="large"
      icon={<Bolt />}
      onClick={open}
      aria-label={t('catalog.zapTitle', { title: content.title })}
    >
      {t('catalog.zap')}
    </Button>
  )
}

export function RowZapButton({ content }: { content: Zappable }) {
  const open = useOpenZap(content)
  return (
    <IconButton label={t('catalog.zapTitle', { title: content.title })} onClick={open}>
      <Bolt size={16} />
    </IconButton>
  )
}
