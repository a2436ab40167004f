/** Asks before a track or an episode is deleted, and deletes it. */
import { useQueryClient } from '@tanstack/react-query'
import { useSite } from '#web/data/site.ts'
import { DeleteDialog } from '#web/studio/forms/delete-dialog.tsx'
import type { AudioItem } from '#web/studio/uploads/audio-items.ts'
import { refreshParent } from '#web/studio/publishing/refresh-parent.ts'
import type { AudioParent } from '#web/studio/uploads/upload.ts'
import { deleteAudio } from './bulk.ts'
import { dropAudioFromCache } from './drop-audio.ts'

type Props = { parent: AudioParent; audioItem: AudioItem; onGone?: () => void; onClose: () => void }

export function DeleteAudioDialog({ parent, audioItem, onGone, onClose }: Props) {
  const { call } = useSite()
  const queries = useQueryClient()
  const remove = async () => {
    await deleteAudio(call, parent, audioItem)
    dropAudioFromCache(queries, audioItem)
    onGone?.()
    await refreshParent(queries, parent)
  }
  return <DeleteDialog thing={{ title: audioItem.title, remove, onGone: onClose }} onClose={onClose} />
}
