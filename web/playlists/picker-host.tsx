/** Stands once in the shell: opens the dialog when a track is to be put into a playlist. The dialog is loaded when first
 * needed, and stays a moment longer than it is open, until it has gone. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from '../navigation/navigation.tsx'
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
