/** What the small window shows: cover, names, controls and the horizon of what plays. */
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { EdgeDrawing } from '#web/player/horizon/edge.tsx'
import { coverSeedOf, type Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Cover } from '#web/ui/images/cover.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { t } from '#web/words/words.ts'
import { useSmallWindow } from './small-window.ts'

export function SmallPage({ track }: { track: Playable }) {
  const page = useSmallWindow((state) => state.page)
  return page && createPortal(<SmallPlayer track={track} />, page.document.body)
}

function SmallPlayer({ track }: { track: Playable }) {
  const { previous, next, togglePlaying } = usePlayer.getState()
  const isPlaying = usePlayer((state) => state.isPlaying)
  const artworkUrl = usePlayer((state) => state.timedArtworkUrl) ?? track.artworkUrl
  const root = useRef<HTMLDivElement>(null)
  return (
    <div ref={root} style={floodStyle(track.colours)} className="flood flex h-dvh flex-col">
      <div className="flex min-h-0 flex-1 items-center gap-4 p-4">
        <Cover
          src={artworkUrl}
          alt=""
          seed={coverSeedOf(track)}
          sizes="120px"
          className="size-[min(40vw,100%)] max-h-full shrink-0"
        />
        <div className="min-w-0">
          <p className="title-3 line-clamp-3">{track.title}</p>
          <p className="truncate">{track.artist}</p>
        </div>
      </div>
      <div className="relative h-12 shrink-0">
        <EdgeDrawing contentId={track.id} look="text-(--on)" />
      </div>
      <div className="player-ground flex shrink-0 items-center justify-center gap-3 p-2">
        <IconButton kind="strong" label={t('player.previous')} onClick={previous}>
          <PreviousIcon size={22} fill="currentColor" aria-hidden="true" />
        </IconButton>
        <IconButton
          kind="solid"
          label={t(isPlaying ? 'player.pause' : 'player.play')}
          onClick={togglePlaying}
          className="size-[52px]! bg-(--disc)! text-(--disc-ink)!"
        >
          {isPlaying ? <PauseIcon size={19} /> : <PlayIcon size={18} className="ml-0.5" />}
        </IconButton>
        <IconButton kind="strong" label={t('player.next')} onClick={next}>
          <NextIcon size={22} fill="currentColor" aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}
