/** Which track is about to be put into a playlist. Rows, pages and player open the dialog through this; the dialog is
 * add-dialog.tsx, and stands in the shell (picker-host.tsx). */
import { create } from 'zustand'

export type PickedTrack = { id: string; title: string }

type PickerState = { track: PickedTrack | null; openPicker: (track: PickedTrack) => void; closePicker: () => void }

export const usePicker = create<PickerState>()((set) => ({
  track: null,
  openPicker: (track) => set({ track }),
  closePicker: () => set({ track: null }),
}))
