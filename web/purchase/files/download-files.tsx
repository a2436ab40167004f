/** The files of an album or track as links: an album in one piece for each format, and every track one by one. */
import type { Wire } from '#contract/endpoint.ts'
import type { DownloadFormat, getDownloads } from '#contract/catalog/downloads.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { t, type TranslationKey } from '#web/words/words.ts'

export type DownloadsWire = Pick<Wire<typeof getDownloads>, 'tracks' | 'archives'>
type FileWire = DownloadsWire['archives'][number]

export const FORMAT_NAMES: Readonly<Record<DownloadFormat, string>> = { flac: 'FLAC', mp3: 'MP3', opus: 'Opus' }
const FORMAT_NOTES: Readonly<Record<DownloadFormat, TranslationKey>> = {
  flac: 'records.flac',
  mp3: 'records.mp3',
  opus: 'records.opus',
}

/** `title` is that of the album or track. */
export function DownloadFiles({ downloads, title }: { downloads: DownloadsWire; title: string }) {
  const { tracks, archives } = downloads
  const [first] = tracks
  if (!first) return <p>{t('records.noFiles')}</p>
  if (archives.length === 0 && tracks.length === 1) return <LargeLinks title={title} files={first.files} />
  return (
    <div className="flex flex-col gap-3">
      <LargeLinks title={`${title} (${t('records.allTracks')})`} files={archives} />
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center font-semi underline decoration-1 underline-offset-4">
          {t('records.single')}
        </summary>
        <ol className="mt-1 flex flex-col divide-y divide-line">
          {tracks.map((track) => (
            <li key={track.trackId} className="flex flex-wrap items-center gap-x-4 py-1">
              <span className="min-w-0 flex-[1_1_10rem] truncate">{track.title}</span>
              <span className="flex gap-x-3">
                {track.files.map((file) => (
                  <a
                    key={file.format}
                    href={file.path}
                    download
                    aria-label={labelOf(track.title, file)}
                    className="flex min-h-11 min-w-11 items-center justify-center font-semi underline decoration-1 underline-offset-4 hover:no-underline"
                  >
                    {FORMAT_NAMES[file.format]}
                  </a>
                ))}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

const labelOf = (title: string, { format, bytes }: FileWire) =>
  t('records.fileLabel', { title, format: FORMAT_NAMES[format], size: formatBytes(bytes) })

function LargeLinks({ title, files }: { title: string; files: readonly FileWire[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {files.map((file) => (
        <li key={file.format}>
          <a
            href={file.path}
            download
            className="flex min-h-14 items-center gap-4 rounded-field border-[1.5px] border-line-2 px-4 py-2 transition-colors hover:border-ink-3"
          >
            <span className="min-w-12 shrink-0 font-strong">{FORMAT_NAMES[file.format]}</span>
            <span className="sr-only">{title}</span>
            <span className="min-w-0 flex-1 text-sm text-ink-2">{t(FORMAT_NOTES[file.format])}</span>
            <span className="text-sm tabular-nums">{formatBytes(file.bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
