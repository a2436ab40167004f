/** The image of a playlist: the covers of its first songs, in a 2×2 grid if there are at least two different ones. */
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'

export type MosaicTrack = { id: string; artworkUrl: string | null }

/** Which cover goes where, by the number of covers: no two equal ones side by side. */
const PLACES: Record<number, readonly number[]> = { 2: [0, 1, 1, 0], 3: [0, 1, 2, 0], 4: [0, 1, 2, 3] }

export function Mosaic({
  tracks,
  seed,
  sizes = '320px',
  isEager = false,
  className,
}: {
  tracks: readonly MosaicTrack[]
  seed: string
  sizes?: string
  isEager?: boolean
  className?: string
}) {
  const urls = [...new Set(tracks.flatMap(({ artworkUrl }) => artworkUrl ?? []))].slice(0, 4)
  const frame = { ...(className === undefined ? {} : { className }), isEager }
  if (urls.length < 2) return <Cover src={urls[0] ?? null} alt="" seed={seed} sizes={sizes} {...frame} />
  return (
    <span className={classNames('grid aspect-square grid-cols-2 overflow-hidden bg-sunken', className)}>
      {PLACES[urls.length]?.map((which, place) => (
        <Cover key={place} src={urls[which] ?? null} alt="" seed={seed} sizes={sizes} isEager={isEager} />
      ))}
    </span>
  )
}
