/** What the user earns by the track that plays: null without a promo, or when nothing can be earned. Set by
 * playing/earning.ts, shown by bar/earning-note.tsx. */
import { create } from 'zustand'

export type Earnings = { trackId: string; earnedMsat: number; earnableMsat: number }

export const useEarnings = create<{ earnings: Earnings | null }>()(() => ({ earnings: null }))
