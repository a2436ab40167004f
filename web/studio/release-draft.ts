/** A release that is being made from dropped files: what was written, over what the files say. It lives outside of pages,
 * so that walking about loses nothing. The files themselves are uploads.ts. */
import { create } from 'zustand'
import type { SoundParent } from './upload.ts'

/** Under whom files stand until their release has been made. */
export const NEW_RELEASE: SoundParent = { kind: 'album', id: 'new release', artistName: '' }

export type ReleaseFields = {
  title: string
  /** '' for a new one, who is then called artistName. */
  artistId: string
  artistName: string
  description: string
  genreId: string
  subgenreId: string
  isSingle: boolean
  /** As a field for date and time has it, in local time; '' for no date. */
  date: string
}

type ReleaseDraft = {
  typed: Partial<ReleaseFields>
  /** Undefined while nobody has chosen: then it is the picture of the folder, or of the files. */
  artwork: File | null | undefined
  folderCover: File | null
  type: (change: Partial<ReleaseFields>) => void
  setArtwork: (file: File | null) => void
  setFolderCover: (file: File | null) => void
  clear: () => void
}

const EMPTY = { typed: {}, artwork: undefined, folderCover: null }

export const useReleaseDraft = create<ReleaseDraft>()((set, get) => ({
  ...EMPTY,
  type: (change) => set({ typed: { ...get().typed, ...change } }),
  setArtwork: (artwork) => set({ artwork }),
  setFolderCover: (folderCover) => set({ folderCover }),
  clear: () => set(EMPTY),
}))
