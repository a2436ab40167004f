/** The track that is about to be added to a playlist. Rows, pages and player open the dialog through this store; the
 * dialog is add-dialog.tsx, mounted in the shell by picker-host.tsx. */
import { create } from 'zustand'

/** `isElsewhere`: an item of another server's feed. */
export type PickedTrack = { id: string; title: string; isElsewhere?: true }

type PickerState = { track: PickedTrack | null; openPicker: (track: PickedTrack) => void; closePicker: () => void }

export const usePicker = create<PickerState>()((set) => ({
  track: null,
  openPicker: (track) => set({ track }),
  closePicker: () => set({ track: null }),
}))
