/** What a release of the demo is made of. The releases are in albums-*.ts; the shows have their own form in shows.ts. */
import type { Artwork } from './covers.ts'

/** A file of music/ without its extension. All of them were composed and rendered for Peal. */
export type Piece = string
/** Weights by username. */
export type DemoSplit = Record<string, number>
/** `username` if the person has an account. */
export type DemoCredit = { name: string; role: string; username?: string }
/** While it lasts, it is shown instead of the cover. */
export type DemoSegment = { photograph: string; startTime: number; duration: number }

export type DemoTrack = {
  key: string
  title: string
  piece: Piece
  explicit: boolean
  lyrics?: string
  segments?: DemoSegment[]
}

export type DemoAlbum = {
  key: string
  artistKey: string
  title: string
  description: string
  isSingle: boolean
  /** Their ids in the list of genres. */
  genreId: number
  subgenreId?: number
  publishedDaysAgo: number
  artwork: Artwork
  credits: DemoCredit[]
  split: DemoSplit
  tracks: DemoTrack[]
}

/** The key of a track is the name of its audio file. */
export function track(key: Piece, title: string, more: Pick<DemoTrack, 'lyrics' | 'segments'> = {}): DemoTrack {
  return { key, title, piece: key, explicit: false, ...more }
}
