/** Starts a release from files that are dropped anywhere on a page, and continues on the upload page. */
import { ALBUM_TRACKS_MAX } from '#contract/catalog/tracks.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { inNaturalOrder, refusalOf } from '#web/studio/uploads/audio-files.ts'
import { useDropAnywhere } from '#web/studio/uploads/drop-anywhere.ts'
import { uploadActions } from '#web/studio/uploads/window.ts'
import { NEW_RELEASE, useReleaseDraft } from './draft.ts'
import { coverAmong } from './guess.ts'

/** Returns true while files are dragged over the window. Images alone start nothing. */
export function useFolderDrop(): boolean {
  const site = useSite()
  const navigate = useNavigate()
  const setFolderCover = useReleaseDraft((draft) => draft.setFolderCover)
  return useDropAnywhere((files) => {
    const images = files.filter(({ type }) => type.startsWith('image/'))
    if (images.length === files.length) return
    const audioItems = inNaturalOrder(files.filter((file) => refusalOf(file) === null))
    const cover = coverAmong(images)
    if (cover) setFolderCover(cover)
    uploadActions.prepare(NEW_RELEASE, audioItems.slice(0, ALBUM_TRACKS_MAX), site)
    void navigate('/studio/upload')
  })
}
