/** The part of an album or podcast page where sound comes in: drop, put titles right, send, watch it become ready. */
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { useSite } from '../site.ts'
import { ErrorState } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { describeFailure } from '../words/failures.ts'
import { t } from '../words/words.ts'
import { PreparedList } from './prepared-list.tsx'
import { SoundDrop } from './sound-drop.tsx'
import { SoundList, toLines } from './sound-list.tsx'
import { countSounds, soundState, useSounds, type Sound } from './sounds.ts'
import { uploadActions, useUploadsOf } from './upload-window.ts'
import type { SoundParent, Upload } from './uploads.ts'

const TRACKS_MAX = 50
const EPISODES_MAX = 10_000

export function SoundsPart({ parent, isOut }: { parent: SoundParent; isOut: boolean }) {
  const site = useSite()
  const { data: sounds, error, refetch } = useSounds(parent)
  const uploads = useUploadsOf(parent.id)
  useResume(uploads)
  const isAlbum = parent.kind === 'album'
  const title = t(isAlbum ? 'studio.tracks' : 'studio.episodes')
  if (!sounds) {
    return error ? (
      <ErrorState
        level="part"
        title={t('studio.failed')}
        detail={describeFailure(error)}
        retryLabel={t('studio.retry')}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton className="h-52 rounded-cover" />
    )
  }
  const prepared = uploads.filter(({ state }) => state === 'prepared')
  const lines = toLines(sounds, uploads)
  const max = isAlbum ? TRACKS_MAX : EPISODES_MAX
  const lastOrder = Math.max(0, ...lines.map(({ order }) => order))
  // A file that failed leaves its title to the next one.
  const taken = lines.filter(({ sound, upload }) => upload || (sound && soundState(sound) !== 'failed'))
  return (
    <section aria-label={title}>
      <SoundDrop
        room={max - lines.length - prepared.length}
        roomMax={max}
        isLarge={lines.length + prepared.length === 0}
        onFiles={(files) => uploadActions.prepare(parent, files)}
      />
      {prepared.length > 0 && (
        <PreparedList
          prepared={prepared}
          takenTitles={new Set(taken.map(({ sound, upload }) => (sound?.title ?? upload?.title ?? '').toLowerCase()))}
          onSend={() => uploadActions.send(site, parent.id, lastOrder + 1)}
        />
      )}
      {lines.length > 0 && (
        <div className="mt-8">
          <h2 className="mb-3 text-xl">{title}</h2>
          <SoundList lines={lines} isParentOut={isOut} />
        </div>
      )}
      <Announcement sounds={sounds} uploads={uploads} />
    </section>
  )
}

/** Whatever stopped for want of a log-in goes on by itself when there is one again. */
function useResume(uploads: Upload[]): void {
  const site = useSite()
  const token = useSession(({ session }) => session?.token)
  useEffect(() => {
    if (token === undefined) return
    for (const { key, trouble } of uploads) if (trouble?.kind === 'login') uploadActions.retry(site, key)
    // Only a new log-in is a reason to try again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [token])
}

/** How far all of it is, said politely; numbers of files, not of percent, so that it does not chatter. */
function Announcement({ sounds, uploads }: { sounds: Sound[]; uploads: Upload[] }) {
  const { ready, preparing, failed } = countSounds(sounds)
  const of = (...states: Upload['state'][]) => uploads.filter(({ state }) => states.includes(state)).length
  const [uploading, waiting] = [of('starting', 'uploading'), of('waiting')]
  const words = [
    uploading > 0 && t('studio.announceUploading', { count: uploading }),
    waiting > 0 && t('studio.announceWaiting', { count: waiting }),
    preparing - uploading > 0 && t('studio.announcePreparing', { count: preparing - uploading }),
    ready > 0 && t('studio.announceReady', { count: ready }),
    failed + of('failed') > 0 && t('studio.announceFailed', { count: failed + of('failed') }),
  ]
  return (
    <p role="status" className="sr-only">
      {words.filter(Boolean).join(' ')}
    </p>
  )
}
