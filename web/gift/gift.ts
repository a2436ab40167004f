/** A visitor's first zap: the possible recipients, and the current step. Requests are in ask.ts; this file is in every
 * page, so it is small. */
import { create } from 'zustand'

/** An artist or a show that was just heard. */
export type Face = {
  contentId: string
  title: string
  name: string
  /** The page of the artist or show. */
  href: string
  artworkUrl: string | null
  /** Where in the content it was last heard. */
  atSeconds: number
  feeMsat: number
  /** What the artist had received before, as far as it is known. */
  totalMsat: number | null
}

/** `choose` a recipient; `paying` by an invoice, if the house does not pay; `given`; then `pocket`, how to get a balance. */
type Step = { at: 'hidden' } | { at: 'choose' } | { at: 'paying' | 'given'; face: Face } | { at: 'pocket' }

export type GiftState = {
  step: Step
  faces: readonly Face[]
  /** The house pays. False if its purse is empty: the visitor pays an invoice. */
  isOnUs: boolean
  /** The band on the start page can be seen, so the line above the player is not needed. */
  isBandSeen: boolean
}

export const useGift = create<GiftState>()(() => ({
  step: { at: 'hidden' },
  faces: [],
  isOnUs: true,
  isBandSeen: false,
}))
