/** The genres with published releases, as links with the number of releases. */
import { listGenres } from '#contract/catalog/meta.ts'
import { Link } from '#web/navigation/link.tsx'
import { t } from '#web/words/words.ts'
import { usePageData } from '#web/frame/page-data.ts'

export const genreHref = (slug: string): string => `/genre/${slug}`

export function GenreLinks() {
  const genres = usePageData(listGenres, {})?.filter(({ count }) => count > 0) ?? []
  if (genres.length === 0) return null
  return (
    <nav aria-label={t('genre.all')} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {genres.map(({ id, name, slug, count }) => (
          <li key={id}>
            <Link
              to={genreHref(slug)}
              className="inline-flex min-h-11 items-center gap-2 rounded-pill border border-line bg-highlight px-4 font-semi hover:border-line-2 md:min-h-9 md:text-sm"
            >
              {name}
              <span className="text-ink-3">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
