/** What is about to be zapped. Player, pages and wallet open the dialog through this; the dialog is zap-dialog.tsx. */
import { create } from 'zustand'

export type ZapTarget = {
  contentId: string
  title: string
  artist: string
  artworkUrl: string | null
  /** Where in the sound the listener is, in whole seconds. */
  contentTimeSeconds?: number
}

type ZapState = { target: ZapTarget | null; openZap: (target: ZapTarget) => void; closeZap: () => void }

export const useZap = create<ZapState>()((set) => ({
  target: null,
  openZap: (target) => set({ target }),
  closeZap: () => set({ target: null }),
}))
