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
  /** Also removes the received bytes of an incomplete upload. */
  remove(key: string): Promise<void>
  /** Calls `work` with a path at which local programs can read the file until `work` has finished. */
  withLocalFile<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result>
  /** Bytes received so far of a file that is being uploaded; 0 when unknown. */
  arrivedBytes(key: string): Promise<number>
  /** Throws 503 when there is no space for more files. */
  requireSpace(): Promise<void>
  /** The storage quota of one account; enforced by the code that permits uploads. */
  readonly accountBytesMax: number
}
