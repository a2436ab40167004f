/** Which parts of the player are open: the full screen, its panel, the list of shortcuts. What plays is store.ts. */
import { create } from 'zustand'

/** A dialog that follows the full screen opens after its closing animation: one dialog at a time. */
export const SHEET_LEAVES_MS = 280

export type Panel = 'queue' | 'lyrics' | 'chapters' | 'artwork' | 'comments' | 'bookmarks' | 'options'

type View = {
  isOpen: boolean
  /** Null: what is sung or said, or the artwork where there is neither. */
  panel: Panel | null
  isHelpOpen: boolean
  open: (panel?: Panel | null) => void
  close: () => void
  /** Closes the panel if it is already open. */
  choose: (panel: Panel) => void
  showHelp: (isShown: boolean) => void
}

export const usePlayerView = create<View>()((set, get) => ({
  isOpen: false,
  panel: null,
  isHelpOpen: false,
  open: (panel = null) => set({ isOpen: true, panel }),
  close: () => set({ isOpen: false }),
  choose: (panel) => set({ panel: get().panel === panel ? null : panel }),
  showHelp: (isHelpOpen) => set({ isHelpOpen }),
}))
