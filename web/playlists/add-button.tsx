/** Adds a track to a playlist: opens the dialog that asks which. Visitors are sent to the log-in page first. */
import { useLoginPrompt } from '#web/likes/library-entry.ts'
import { useSession } from '#web/session/session.ts'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'
import { type PickedTrack, usePicker } from './picker.ts'

/** For custom buttons and menu entries. */
export function useAddToPlaylist(): (track: PickedTrack) => void {
  const isSignedIn = useSession((state) => state.session !== null)
  const promptLogin = useLoginPrompt()
  return (track) => (isSignedIn ? usePicker.getState().openPicker(track) : promptLogin())
}

export function AddToPlaylistButton({ track }: { track: PickedTrack }) {
  const add = useAddToPlaylist()
  return (
    <WordButton
      label={t('playlists.addWhat', { title: track.title })}
      aria-haspopup="dialog"
      onClick={() => add(track)}
    >
      {t('row.addToPlaylist')}
    </WordButton>
  )
}
