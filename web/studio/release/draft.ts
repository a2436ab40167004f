/** A release that is being created from dropped files: what the user typed, on top of the files' tags. It lives
 * outside of pages, so that navigation loses nothing. The files themselves are uploads.ts. */
import { create } from 'zustand'
import type { AudioParent } from '#web/studio/uploads/upload.ts'

/** The parent of files until their release has been created. */
export const NEW_RELEASE: AudioParent = { kind: 'album', id: 'new release', artistName: '' }

export type ReleaseFields = {
  title: string
  /** '' for a new artist, whose name is artistName. */
  artistId: string
  artistName: string
  description: string
  genreId: string
  subgenreId: string
  kind: string
  originalDate: string
  label: string
  phonogramLine: string
  copyrightLine: string
  licence: string
  language: string
  discTitles: string
  /** The value of a datetime-local field, in local time; '' for no date. */
  date: string
}

type ReleaseDraft = {
  typed: Partial<ReleaseFields>
  /** Undefined until the user chooses: then the folder's image or the files' embedded artwork is used. */
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
