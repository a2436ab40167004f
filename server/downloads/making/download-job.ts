/** Types of the messages between the server and the child process that makes the files of a track for download.
 * Contains no behaviour; both sides import it. */
import type { DownloadFormat } from '#contract/catalog/downloads.ts'

/** What the files say about themselves. */
export type TrackTags = {
  title: string
  /** Performers in one line, of the track and of the album. */
  artist: string
  albumArtist: string
  /** The main performers and the guests, one by one. */
  artists: string[]
  album: string
  trackNumber: number
  /** On the same disc. */
  trackCount: number
  /** Null if the album has one disc. */
  disc: { number: number; count: number; title: string | null } | null
  /** ISO 8601: a day. */
  releasedOn: string | null
  genre: string | null
  isrc: string | null
  upc: string | null
  /** Plain text, without times. */
  lyrics: string | null
  credits: { name: string; role: string }[]
  /** The page of the track. */
  url: string
  /** Whom the file was made for; null in files for everybody. */
  comment: string | null
}

/** The child's standard input, as JSON. */
export type DownloadJob = {
  inputPath: string
  /** The files are written into this folder. */
  folder: string
  /** Path of the cover, a JPEG. */
  coverPath: string | null
  tags: TrackTags
}

export type MadeFile = { format: DownloadFormat; path: string; bytes: number; crc32: number }

/** One line of the child's standard output. */
export type DownloadLine = { kind: 'progress'; done: number } | { kind: 'done'; files: MadeFile[] }
