/** The open menu of row-menu.tsx: what can be done with the track or episode of a row, besides playing and zapping it. */
import { useState } from 'react'
import { useLibraryEntry } from '#web/likes/library-entry.ts'
import type { Playable } from '#web/player/state/queue.ts'
import { LateShareDialog } from '#web/player/share/late-share-dialog.tsx'
import { shareTargetOf } from '#web/player/share/share-target-of.ts'
import { usePlayer } from '#web/player/state/store.ts'
import { useSite } from '#web/data/site.ts'
import type { LateMenuProps } from '#web/ui/overlays/late-menu.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { useAddToPlaylist } from './add-button.tsx'

export function RowEntries({ playable, ...menu }: LateMenuProps & { playable: Playable }) {
  const [isSharing, setIsSharing] = useState(false)
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
    <>
      <Menu
        {...menu}
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
          ...(isElsewhere ? [] : [{ key: 'share', label: t('share.openWord'), onSelect: () => setIsSharing(true) }]),
        ]}
      />
      {!isElsewhere && (
        <LateShareDialog target={shareTargetOf(playable)} isOpen={isSharing} onClose={() => setIsSharing(false)} />
      )}
    </>
  )
}
