/** The bytes of an archive: the same for every request, so that a download resumes. */
import { layoutZip, type ZipLayout } from '#server/downloads/zip/zip.ts'
import type { FileRow } from './queries.ts'

export function layoutOf(files: readonly FileRow[], madeAt: Date): ZipLayout {
  return layoutZip(
    files.map(({ path: name, bytes, crc32 }) => {
      return { name, bytes: Number(bytes), crc32: Number(crc32), modifiedAt: madeAt }
    }),
  )
}
