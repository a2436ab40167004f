/** What of the player is open: the full screen, which of its panels, the list of keys. Not what plays; that is store.ts. */
import { create } from 'zustand'

/** What comes after the full screen waits until it has gone: one dialog at a time. */
export const SHEET_LEAVES_MS = 280

export type Panel = 'queue' | 'lyrics' | 'chapters' | 'options'

type View = {
  isOpen: boolean
  /** Null: the cover, where there is room for one of both only. */
  panel: Panel | null
  isHelpOpen: boolean
  open: (panel?: Panel | null) => void
  close: () => void
  /** Pressed again it goes. */
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
