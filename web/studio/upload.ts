/** One upload: a file on its way to become the sound of a track or an episode, and all that is known of it.
 * The store of them is uploads.ts. */
import type { Wire } from '#contract/endpoint.ts'
import type { readTags } from '#contract/uploads.ts'
import type { Site } from '../site.ts'

export type SoundParent = { kind: 'album' | 'podcast'; id: string; artistName: string }
export type UploadState = 'prepared' | 'waiting' | 'starting' | 'uploading' | 'paused' | 'sent' | 'failed' | 'cancelled'
export type Trouble = { kind: 'login' | 'room' | 'other'; message: string }
export type Tags = Wire<typeof readTags>['tags']

export type Upload = {
  key: string
  parent: SoundParent
  file: File
  title: string
  description: string
  lyrics: string
  isrc: string
  isExplicit: boolean
  order: number
  state: UploadState
  /** How much has left, 0..1. */
  part: number
  trouble: Trouble | null
  /** What stands in the file: null until it is known, and when nothing does. */
  tags: Tags | null
  /** Its tags are being read. It is not sent before they are. */
  isReading: boolean
  /** The texts a person has written themselves: tags that come later leave them alone. */
  touched: readonly TextField[]
  /** No answer came when the server was to make its entry: there may be one. */
  isUncertain: boolean
  /** Set once the server knows of it. */
  contentId: string | null
  /** Of an upload that was cut off, whose file was chosen again: the server has its beginning. */
  uploadId: string | null
  presignedUrl: string | null
  /** The sound of `contentId` is there already, and this comes in its place. */
  isReplacing: boolean
}

export type TextField = 'title' | 'description' | 'lyrics' | 'isrc'
export type UploadChange = Partial<Pick<Upload, TextField | 'isExplicit'>>

/** What an upload needs of the site. */
export type Transporting = Pick<Site, 'call' | 'queries'>
