/** The picture of a playlist: the covers of its first songs, four where there are four different ones. */
import { classNames } from '../ui/class-names.ts'
import { Cover } from '../ui/cover.tsx'

export type MosaicTrack = { id: string; artworkUrl: string | null }

export function Mosaic({
  tracks,
  seed,
  shape = 'cover',
  sizes = '320px',
  isEager = false,
  className,
}: {
  tracks: readonly MosaicTrack[]
  seed: string
  shape?: 'cover' | 'small'
  sizes?: string
  isEager?: boolean
  className?: string
}) {
  const urls = [...new Set(tracks.flatMap(({ artworkUrl }) => artworkUrl ?? []))].slice(0, 4)
  const frame = { ...(className === undefined ? {} : { className }), isEager }
  if (urls.length < 4) return <Cover src={urls[0] ?? null} alt="" seed={seed} shape={shape} sizes={sizes} {...frame} />
  return (
    <span
      className={classNames(
        'grid aspect-square grid-cols-2 overflow-hidden bg-sunken',
        shape === 'small' ? 'rounded-small' : 'rounded-cover',
        className,
      )}
    >
      {urls.map((url) => (
        <Cover key={url} src={url} alt="" seed={url} shape="plain" sizes={sizes} isEager={isEager} />
      ))}
    </span>
  )
}
