/** The genres with releases as blocks in the colours of their best-known release: the more releases, the larger. */
import { listGenreBlocks } from '#contract/listening/taste.ts'
import { Link } from '#web/navigation/link.tsx'
import { usePageData } from '#web/frame/page-data.ts'
import { classNames } from '#web/ui/class-names.ts'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { t } from '#web/words/words.ts'
import { genreHref } from './genre-links.tsx'

/** So many are twice as wide as the others. */
const LARGE = 2

export function GenreBlocks() {
  const genres = usePageData(listGenreBlocks, {}) ?? []
  if (genres.length === 0) return null
  const large = new Set(
    genres
      .toSorted((one, other) => other.count - one.count)
      .slice(0, LARGE)
      .map(({ id }) => id),
  )
  const ordered = [...genres.filter(({ id }) => large.has(id)), ...genres.filter(({ id }) => !large.has(id))]
  return (
    <ul className="bleed flex flex-wrap">
      {ordered.map(({ id, name, slug, count, colorInfo, artworkUrl, albumId }) => (
        <li
          key={id}
          style={floodStyle(colorInfo)}
          className={classNames(
            'flood min-w-0 grow',
            large.has(id)
              ? 'basis-full md:basis-1/2 md:first:[--inset:var(--gut)]'
              : 'basis-full sm:basis-[45%] md:basis-[23%] md:nth-3:[--inset:var(--gut)] xl:basis-[15%]',
          )}
        >
          <Link
            to={genreHref(slug)}
            className="group flex h-full min-h-40 justify-between gap-3 pl-[var(--inset,var(--gut))] sm:pl-[var(--inset,1.25rem)] md:min-h-52"
          >
            <span className="@container flex min-w-0 flex-1 flex-col justify-between py-4">
              <span
                className={classNames(
                  'group-hover:underline [--title-room:max(1.125rem,22cqi)]',
                  large.has(id) ? 'title-1' : 'title-2',
                )}
              >
                {name}
              </span>
              <span className="mt-3 text-sm">{t('genre.releases', { count })}</span>
            </span>
            <Cover
              src={artworkUrl}
              alt=""
              seed={albumId ?? slug}
              sizes="208px"
              className="w-[43%] max-w-40 shrink-0 self-end md:max-w-52"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
