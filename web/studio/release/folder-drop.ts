/** Files that are dropped anywhere on a page start a release: the upload page takes them. */
import { useNavigate } from '#web/navigation/navigation.tsx'
import { useDropAnywhere } from '#web/studio/uploads/drop-anywhere.ts'

let dropped: File[] = []
/** What was dropped on the page before. */
export const takeDropped = (): File[] => dropped.splice(0)

/** Returns true while files are dragged over the window. Images alone start nothing. */
export function useFolderDrop(): boolean {
  const navigate = useNavigate()
  return useDropAnywhere((files) => {
    if (files.every(({ type }) => type.startsWith('image/'))) return
    dropped = files
    void navigate('/studio/upload')
  })
}
