/** The files of an album or track for a listener who may have them, one by one and as archives. */
import { createHash } from 'node:crypto'
import { downloadFormats, type DownloadFormat, type Downloads } from '#contract/catalog/downloads.ts'
import type * as z from 'zod/mini'
import type { Tx } from '#server/platform/database/database.ts'
import type { Joined } from '#server/platform/files/joined.ts'
import type { DownloadDeps } from './deps.ts'
import { filePath } from './links.ts'
import { type FileRow, selectFiles } from './right-queries.ts'
import type { Subject } from './subjects.ts'
import { joinedPartsOf } from './zip/joined-parts.ts'
import { fileNameOf, layoutZip, type ZipLayout } from './zip/zip.ts'

type ListingDeps = Pick<DownloadDeps, 'clock' | 'secret'>

export async function listDownloads(
  deps: ListingDeps,
  tx: Tx,
  subject: Subject,
  since: Date | null,
): Promise<z.output<typeof Downloads>> {
  const { content_id: contentId } = subject
  const rows = await selectFiles(tx, contentId, { since, now: deps.clock.now() })
  const pathOf = (file: string) => filePath(deps, { contentId, since }, file)
  const tracks = [...groupByTrack(rows).values()].map((files) => {
    const { track_id: trackId, title, position: order } = files[0]!
    return {
      trackId,
      title,
      order,
      files: inOrder(files).map(({ format, bytes }) => {
        return { format, bytes: Number(bytes), path: pathOf(`${trackId}.${format}`) }
      }),
    }
  })
  const formats = subject.content_type === 'album' ? downloadFormats.filter((format) => has(rows, format)) : []
  const archives = formats.map((format) => ({
    format,
    bytes: archiveOf(subject, rows, format).layout.bytes,
    path: pathOf(`${ARCHIVE_STEM}.${format}.zip`),
  }))
  return { tracks, archives }
}

export const ARCHIVE_STEM = 'all'

const has = (rows: readonly FileRow[], format: DownloadFormat) => rows.some((row) => row.format === format)

const inOrder = (files: readonly FileRow[]) =>
  downloadFormats.flatMap((format) => files.find((file) => file.format === format) ?? [])

function groupByTrack(rows: readonly FileRow[]): Map<string, FileRow[]> {
  const tracks = new Map<string, FileRow[]>()
  for (const row of rows) tracks.set(row.track_id, [...(tracks.get(row.track_id) ?? []), row])
  return tracks
}

/** The files of an archive: one of each track. What does not exist as FLAC is in it as MP3. */
function archiveOf(
  { artist_name: artist, title: album }: Subject,
  rows: readonly FileRow[],
  format: DownloadFormat,
): { layout: ZipLayout; files: FileRow[]; etag: string } {
  const files = [...groupByTrack(rows).values()].flatMap(
    (ofTrack) => ofTrack.find((file) => file.format === format) ?? ofTrack.find((file) => file.format === 'mp3') ?? [],
  )
  const folder = fileNameOf(`${artist} - ${album}`)
  const numbers = numbersOf(files)
  const entries = files.map((file, index) => ({
    name: [
      folder,
      ...(file.has_discs ? [fileNameOf(`Disc ${file.disc} ${file.disc_title}`)] : []),
      `${String(numbers[index]).padStart(2, '0')} ${fileNameOf(file.title)}.${file.format}`,
    ].join('/'),
    bytes: Number(file.bytes),
    crc32: Number(file.crc32),
    modifiedAt: file.made_at,
  }))
  const hash = createHash('sha256').update(JSON.stringify(entries)).digest('base64url').slice(0, 22)
  return { layout: layoutZip(entries), files, etag: `"${hash}"` }
}

/** From 1 on each disc. */
function numbersOf(files: readonly FileRow[]): number[] {
  const counts = new Map<number, number>()
  return files.map(({ disc }) => {
    const number = (counts.get(disc) ?? 0) + 1
    counts.set(disc, number)
    return number
  })
}

/** An archive as it is sent; undefined when there is no file in it. */
export function joinedArchive(subject: Subject, rows: readonly FileRow[], format: DownloadFormat): Joined | undefined {
  if (!has(rows, format)) return undefined
  const { layout, files, etag } = archiveOf(subject, rows, format)
  const keys = files.map((file) => file.file_key)
  return {
    size: layout.bytes,
    etag,
    modifiedMs: Math.max(...files.map((file) => file.made_at.getTime())),
    partsOf: (start, end) => joinedPartsOf(layout, keys, start, end),
  }
}
