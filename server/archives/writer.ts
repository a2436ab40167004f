/** The files of an archive while it is made: originals are referenced, everything else is stored in its folder. */
import { Readable } from 'node:stream'
import { type OriginalRow, setChecksums } from '#server/media/queries.ts'
import { type Chunks, createSums } from './checksum.ts'
import type { ArchiveDeps } from './deps.ts'
import { createPaths } from './paths.ts'
import type { FileRow } from './queries.ts'

const archiveFolder = (archiveId: string) => `archives/${archiveId}/`

export type ArchiveWriter = {
  files: FileRow[]
  /** Where in the archive a stored file is. */
  places: { key: string; path: string }[]
  /** Paths or keys of files that no longer exist. */
  missing: string[]
  write(path: string, source: Chunks): Promise<FileRow>
  /** Null when it is missing. */
  copy(path: string, key: string): Promise<FileRow | null>
  refer(path: string, original: OriginalRow): Promise<FileRow | null>
  /** Adds a file that never changes. Its path in the archive is its key. */
  link(key: string): Promise<void>
}

export function createWriter(
  { database, files }: Pick<ArchiveDeps, 'database' | 'files'>,
  archiveId: string,
  onChunk: (bytes: number) => void,
): ArchiveWriter {
  const made: FileRow[] = []
  const places: ArchiveWriter['places'] = []
  const missing: string[] = []
  const paths = createPaths()
  const place = (key: string, file: FileRow): FileRow => {
    places.push({ key, path: file.path })
    return file
  }
  const add = (path: string, key: string, sums: { bytes: number; crc32: number; sha256: string }): FileRow => {
    const file = { path, file_key: key, bytes: BigInt(sums.bytes), crc32: BigInt(sums.crc32), sha256: sums.sha256 }
    made.push(file)
    return file
  }
  const write: ArchiveWriter['write'] = async (path, source) => {
    const key = `${archiveFolder(archiveId)}${made.length}`
    const sums = createSums(onChunk)
    await files.write(key, Readable.from(sums.pass(source), { objectMode: false }))
    return add(paths.take(path), key, sums.result())
  }
  return {
    files: made,
    places,
    missing,
    write,
    async copy(path, key) {
      if ((await files.stat(key)) !== null) return place(key, await write(path, files.read(key)))
      missing.push(path)
      return null
    },
    async link(key) {
      if ((await files.stat(key)) === null) return void missing.push(key)
      const sums = createSums(() => onChunk(0))
      await sums.consume(files.read(key))
      place(key, add(paths.take(key), key, sums.result()))
    },
    async refer(path, original) {
      const { id, original_key: key } = original
      const found = await files.stat(key)
      if (found === null) {
        missing.push(path)
        return null
      }
      if (original.sha256 !== null && original.crc32 !== null && BigInt(found.size) === original.bytes) {
        onChunk(found.size)
        const known = { bytes: found.size, crc32: Number(original.crc32), sha256: original.sha256 }
        return place(key, add(paths.take(path), key, known))
      }
      const sums = createSums(onChunk)
      await sums.consume(files.read(key))
      const result = sums.result()
      await setChecksums(database.read, id, result)
      return place(key, add(paths.take(path), key, result))
    },
  }
}
