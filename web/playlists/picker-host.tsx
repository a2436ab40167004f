/** Mounted once in the shell: opens the dialog for adding a track to a playlist. The dialog is loaded on demand, and
 * stays mounted until its closing animation has ended. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from '#web/navigation/navigation.tsx'
import { type PickedTrack, usePicker } from './picker.ts'

const AddDialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }))

const LEAVING_MS = 250

export function PickerHost() {
  const track = usePicker((state) => state.track)
  const [shown, setShown] = useState<PickedTrack | null>(null)
  const { pathname } = useLocation()
  useEffect(() => usePicker.getState().closePicker(), [pathname])
  useEffect(() => {
    if (track) {
      setShown(track)
      return
    }
    const timer = setTimeout(() => setShown(null), LEAVING_MS)
    return () => clearTimeout(timer)
  }, [track])
  return (
    <Suspense fallback={null}>{shown && <AddDialog key={shown.id} track={shown} isOpen={track !== null} />}</Suspense>
  )
}
