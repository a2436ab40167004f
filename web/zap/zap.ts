/** What is about to be zapped. Player, pages and wallet open the dialog through this; the dialog is zap-dialog.tsx, and
 * comes when it is first needed. */
import { create } from 'zustand'

export type ZapTarget = {
  contentId: string
  title: string
  artist: string
  artworkUrl: string | null
  /** Where in the sound the listener is, in whole seconds. */
  contentTimeSeconds?: number
  /** Only the usual amount, to be confirmed with one press. */
  isQuick?: boolean
}

type ZapState = {
  target: ZapTarget | null
  /** What the page in view is about: the key zaps it while nothing plays. */
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
