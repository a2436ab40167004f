/** What is playing, as a sheet on a phone: the cover large, the wave to seek on, everything the wide bar has.
 * Not the bar it rises from; that is player-bar.tsx. */
import { Link } from 'react-router'
import { Cover } from '../ui/cover.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { t } from '../words/words.ts'
import { FailedNote, PlayerZapButton, Seek, Transport } from './controls.tsx'
import type { Playable } from './queue.ts'
import { usePlayer } from './store.ts'

export function NowPlayingSheet({
  track,
  peaks,
  isOpen,
  onClose,
  onZap,
}: {
  track: Playable
  peaks: readonly number[] | null
  isOpen: boolean
  onClose: () => void
  /** Two sheets at once would fight for the focus: this one leaves, then the other opens. */
  onZap: (zap: () => void) => void
}) {
  const hasFailed = usePlayer((state) => state.hasFailed)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('player.nowPlayingTitle')} closeLabel={t('common.close')}>
      {/* As large as the sheet is wide, but never so tall that the buttons below leave the screen. */}
      <Cover
        src={track.artworkUrl}
        alt=""
        seed={track.id}
        isEager
        sizes="90vw"
        className="mx-auto w-full max-w-[max(7rem,calc(92dvh-27rem))] shadow-float"
      />
      <div className="mt-5">
        <Link
          to={track.contentHref}
          onClick={onClose}
          className="line-clamp-2 font-display text-xl font-bold tracking-[-0.02em] hover:underline"
        >
          {track.title}
        </Link>
        <Link
          to={track.parentContentHref}
          onClick={onClose}
          className="mt-1 inline-block max-w-full truncate text-ink-2 hover:underline"
        >
          {track.artist}
        </Link>
        {hasFailed && <FailedNote />}
      </div>
      <div className="mt-3">
        <Seek peaks={peaks} isLarge />
      </div>
      <div className="mt-3">
        <Transport isLarge />
      </div>
      <PlayerZapButton track={track} onPress={onZap} className="mt-5 w-full" />
    </Dialog>
  )
}
