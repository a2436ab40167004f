/** Adds a track to a playlist: opens the dialog that asks which. Visitors are sent to the log-in page first. */
import { useLoginPrompt } from '#web/likes/library-entry.ts'
import { useSession } from '#web/session/session.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { AddToListIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { type PickedTrack, usePicker } from './picker.ts'

/** For custom buttons and menu entries. */
export function useAddToPlaylist(): (track: PickedTrack) => void {
  const isSignedIn = useSession((state) => state.session !== null)
  const promptLogin = useLoginPrompt()
  return (track) => (isSignedIn ? usePicker.getState().openPicker(track) : promptLogin())
}

export function AddToPlaylistButton({ track, isLarge = false }: { track: PickedTrack; isLarge?: boolean }) {
  const add = useAddToPlaylist()
  return (
    <IconButton
      label={t('playlists.addTitle', { title: track.title })}
      aria-haspopup="dialog"
      onClick={() => add(track)}
      {...(isLarge && { className: 'size-12 border-[1.5px] border-current !text-inherit' })}
    >
      <AddToListIcon size={isLarge ? 20 : 18} aria-hidden="true" />
    </IconButton>
  )
}
