/** What can be done with the track or episode of a row, besides playing and zapping it. The button is visible on hover and
 * focus, and always on touch devices. */
import { useLibraryEntry } from '#web/likes/library-entry.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { useSite } from '#web/data/site.ts'
import { LateMenu } from '#web/ui/overlays/late-menu.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { useAddToPlaylist } from './add-button.tsx'

export function RowMenu({ playable }: { playable: Playable }) {
  const site = useSite()
  const { id, title, contentType, isElsewhere } = playable
  const { isSaved, toggle } = useLibraryEntry(id)
  const add = useAddToPlaylist()
  const { playNext, append } = usePlayer.getState()
  const picking = {
    key: 'playlist',
    label: t('row.addToPlaylist'),
    onSelect: () => add({ id, title, ...(isElsewhere && { isElsewhere }) }),
  }
  const ofTracks = [
    picking,
    {
      key: 'radio',
      label: t('radio.start'),
      onSelect: () => void import('#web/player/state/start-radio.ts').then(({ startRadio }) => startRadio(site, id)),
    },
  ]
  return (
    <LateMenu
      label={t('row.moreOf', { title })}
      button={t('row.more')}
      buttonClassName="min-h-11 min-w-11 px-1 text-sm font-semi underline decoration-[1.5px] underline-offset-4 transition-opacity aria-expanded:opacity-100 focus-visible:opacity-100 group-hover/row:opacity-100 pointer-fine:opacity-0"
      entries={[
        ...(isElsewhere
          ? []
          : [{ key: 'like', label: t(isSaved ? 'row.unlike' : 'library.likeWord'), onSelect: toggle }]),
        {
          key: 'next',
          label: t('player.playNext'),
          onSelect: () => {
            playNext([playable])
            showToast(t('player.comesNext', { title }))
          },
        },
        {
          key: 'queue',
          label: t('player.addToQueue'),
          onSelect: () => {
            append([playable])
            showToast(t('player.comesLater', { title }))
          },
        },
        ...(isElsewhere ? [picking] : contentType === 'track' ? ofTracks : []),
      ]}
    />
  )
}
