/** One upload: the state of a file that becomes the audio of a track or an episode. The store is uploads.ts. */
import type { QueryClient } from '@tanstack/react-query'
import type { Wire } from '#contract/endpoint.ts'
import type { readTags } from '#contract/catalog/uploads.ts'
import type { Call } from '#web/data/api.ts'

export type AudioParent = { kind: 'album' | 'podcast'; id: string; artistName: string }
export type UploadState = 'prepared' | 'waiting' | 'starting' | 'uploading' | 'paused' | 'sent' | 'failed' | 'cancelled'
export type UploadProblem = { kind: 'login' | 'room' | 'other'; message: string }
export type Tags = Wire<typeof readTags>['tags']

export type Upload = {
  key: string
  parent: AudioParent
  file: File
  title: string
  description: string
  lyrics: string
  isrc: string
  isExplicit: boolean
  order: number
  state: UploadState
  /** How much has been sent, 0..1. */
  part: number
  trouble: UploadProblem | null
  /** The tags of the file: null until they are read, and when there are none. */
  tags: Tags | null
  /** Its tags are being read. It is not sent before that. */
  isReading: boolean
  /** Fields the user has edited; tags read later do not change them. */
  touched: readonly TextField[]
  /** The request to create the entry got no response, so the entry may exist. */
  isUncertain: boolean
  /** Set once the server knows the track or episode. */
  contentId: string | null
  /** For an interrupted upload whose file was chosen again: the server has its beginning. */
  uploadId: string | null
  presignedUrl: string | null
  /** `contentId` already has audio, which this file replaces. */
  isReplacing: boolean
}

export type TextField = 'title' | 'description' | 'lyrics' | 'isrc'
export type UploadChange = Partial<Pick<Upload, TextField | 'isExplicit'>>

/** What an upload needs of the site. */
export type Transporting = { call: Call; queries: QueryClient }
