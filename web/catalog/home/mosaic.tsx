/** New releases in two sizes: the newest large, the others beside it, on tablets also below. Fewer than five are in one row. */
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { ReleaseGrid, type Release } from '#web/catalog/lists/cards.tsx'

/** The first, and two rows of four; or else two rows of two. */
const MOSAIC = 9
const LEAST = 5

export function Mosaic({ releases }: { releases: readonly Release[] }) {
  if (releases.length < LEAST) return <ReleaseGrid releases={releases} />
  const shown = releases.slice(0, releases.length < MOSAIC ? LEAST : MOSAIC)
  return (
    <ul className="mosaic">
      {shown.map((release, index) => (
        <li key={release.id} className="min-w-0">
          <Link to={`/album/${release.id}`} viewTransition className="group block">
            <Cover
              src={release.artworkUrl}
              alt=""
              seed={release.id}
              sizes={
                index === 0
                  ? '(min-width: 64rem) 33vw, (min-width: 47.6rem) 48vw, 92vw'
                  : '(min-width: 64rem) 16vw, (min-width: 47.6rem) 24vw, 45vw'
              }
            />
            <span
              className={classNames(
                'mt-2.5 line-clamp-2 group-hover:underline',
                index === 0 ? 'text-lg font-strong' : 'font-semi',
              )}
            >
              {release.title}
            </span>
            {release.note !== null && <span className="block truncate text-sm text-ink-2">{release.note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
