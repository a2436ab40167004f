/** Stored files by key: the interface of the drivers, disk-files.ts and s3.ts. HTTP is in routes.ts; what a file means is
 * known to the media module. */
import type { Readable } from 'node:stream'

export type FileStat = { size: number; modifiedAt: Date }

export type ListedFile = FileStat & { key: string }

/** First and last byte, both included, as in a Range header. */
export type ByteRange = { start: number; end: number }

export type SignedPut = { key: string; maxBytes: number; expiresSeconds: number; type?: string }

export type Files = {
  /** A URL that accepts one PUT of that key, once, up to `maxBytes`; with `type`, only of that content type. */
  signPut(put: SignedPut): Promise<string>
  signGet(get: { key: string; expiresSeconds: number }): Promise<string>
  /** The permanent URL of a public key (`media/…`). */
  publicUrl(key: string): string
  /** Atomic: a reader never sees a partial file. Replaces an existing file. */
  write(key: string, body: Buffer | Readable): Promise<void>
  read(key: string, range?: ByteRange): Readable
  stat(key: string): Promise<FileStat | null>
  /** All complete files whose key begins with `prefix`, in no order. */
  list(prefix: string): AsyncIterable<ListedFile>
  copy(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** Also removes the received bytes of an incomplete upload. */
  removeUpload(key: string): Promise<void>
  /** Removes the received bytes of uploads to keys with this beginning that nothing has been added to since `before`, or in a
   * bucket, that began before. */
  removeIncomplete(prefix: string, before: Date): Promise<void>
  /** Calls `work` with a path at which local programs can read the file until `work` has finished. */
  withLocalFile<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result>
  /** Throws 403 unless the query carries our signature for this method and key and has not expired. */
  verify(method: 'PUT' | 'GET', key: string, query: Record<string, unknown>): { maxBytes: number; type: string }
  /** Writes a new key; throws 413, 400 (cut off) or 409 (the key exists) and leaves nothing behind. */
  writeLimited(key: string, body: Readable, limits: WriteLimits): Promise<void>
  /** The same for a resumable upload; returns true once it is complete. The bytes of an interrupted chunk are kept, in a bucket
   * only whole parts of 5 MiB. */
  writeChunk(key: string, body: Readable, chunk: Chunk): Promise<boolean>
  /** The offset of the next chunk; in a directory, stops a request that is still sending the last one. */
  offsetOf(key: string): Promise<number>
  /** Bytes received so far of a file that is being uploaded; 0 when unknown. */
  arrivedBytes(key: string): Promise<number>
  /** Throws 503 when there is no space for more files. */
  requireSpace(): Promise<void>
  /** The storage quota of one account; enforced by the code that permits uploads. */
  readonly accountBytesMax: number
}

/** Limits of an upload through a signed URL. */
export type WriteLimits = {
  maxBytes: number
  /** The announced length; a body of another length is refused. */
  contentLength?: number
}

/** A chunk of a file: the offset of its first byte, and the length of the whole file. */
export type Chunk = { start: number; total: number }

/** The driver that stores files in a directory of this machine. */
export type DiskFiles = Files & {
  /** The path for a key, whether or not the file exists. */
  pathOf(key: string): string
}

export type ObjectFiles = Files & {
  /** Listeners are redirected to the store; files are not served through this server. */
  readonly isRedirecting: boolean
  /** Throws when the store reports that the bucket does not exist, or when the store is unreachable. */
  requireBucket(): Promise<void>
}

/** `also`: where a file is read that is not here, while files move. */
export type StoredFiles = (DiskFiles | ObjectFiles) & { also?: StoredFiles }

export const isDisk = (files: StoredFiles): files is DiskFiles & { also?: StoredFiles } => 'pathOf' in files
