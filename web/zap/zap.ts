/** The current zap target. Player, pages and wallet open the dialog through
 * this store; the dialog is dialog/dialog.tsx, which is loaded on demand. */
import { create } from 'zustand'

export type ZapTarget = {
  contentId: string
  title: string
  artist: string
  artworkUrl: string | null
  /** The listener's playback position, in whole seconds. */
  contentTimeSeconds?: number
  /** Only the usual amount, to be confirmed with one press. */
  isQuick?: boolean
}

type ZapState = {
  target: ZapTarget | null
  /** The content of the current page: the keyboard shortcut zaps it while nothing plays. */
  pageTarget: ZapTarget | null
  openZap: (target: ZapTarget) => void
  closeZap: () => void
}

export const useZap = create<ZapState>()((set) => ({
  target: null,
  pageTarget: null,
  openZap: (target) => set({ target }),
  closeZap: () => set({ target: null }),
}))
