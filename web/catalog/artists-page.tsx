/** The catalogue: genres to browse, and all artists from A to Z, with pages and a letter filter. */
import { browseArtists, OTHER_LETTER } from '#contract/listening/discovery.ts'
import { listGenres } from '#contract/catalog/meta.ts'
import { Head } from '#web/frame/head.tsx'
import { Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import type { Visit } from '#web/frame/page.ts'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyList } from '#web/content/empty/empty-list.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { ArtistGrid } from './lists/cards.tsx'
import { GenreLinks } from './lists/genre-links.tsx'
import { ListHeading, Pager } from '#web/content/list-parts.tsx'
import { pageNumber, preload, preloadQuietly, usePageData } from '#web/frame/page-data.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', OTHER_LETTER]

const letterOf = (search: URLSearchParams): string | undefined =>
  LETTERS.find((letter) => letter === search.get('letter')?.toUpperCase())
const inputOf = (search: URLSearchParams) => {
  const letter = letterOf(search)
  return { query: { page: String(pageNumber(search)), limit: '40', ...(letter !== undefined && { letter }) } }
}
const hrefOf = (letter: string | undefined) =>
  letter === undefined ? '/artists' : `/artists?letter=${encodeURIComponent(letter)}`

export async function load(visit: Visit) {
  await Promise.all([
    preload(visit, browseArtists, inputOf(visit.url.searchParams)),
    preloadQuietly(visit, listGenres, {}),
  ])
}

export function Page() {
  const [search] = useSearchParams()
  const letter = letterOf(search)
  const page = pageNumber(search)
  const data = usePageData(browseArtists, inputOf(search))
  if (!data) return <PageSkeleton label={t('common.loading')} />
  const title = letter === undefined ? t('artists.title') : t('artists.titleLetter', { letter: nameOf(letter) })
  const path = hrefOf(letter)
  return (
    <>
      <Head
        title={title}
        description={t('artists.lead')}
        path={page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`}
      />
      <ListHeading title={t('artists.title')} lead={t('artists.lead')} />
      <GenreLinks />
      <LetterLinks selected={letter} letters={data.letters} />
      {data.artists.length === 0 ? <EmptyList sentence={t('artists.empty')} /> : <ArtistGrid artists={data.artists} />}
      <Pager path={path} page={page} pages={data.pagination.totalPages} />
    </>
  )
}

const nameOf = (letter: string) => (letter === OTHER_LETTER ? t('artists.other') : letter)

/** Only letters of artists. */
function LetterLinks({
  selected,
  letters,
}: {
  selected: string | undefined
  letters: readonly { letter: string; count: number }[]
}) {
  const counts = new Map(letters.map(({ letter, count }) => [letter, count]))
  if (counts.size === 0) return null
  return (
    <nav aria-label={t('artists.letters')} className="mb-8 flex flex-wrap gap-x-0.5 gap-y-1">
      {[undefined, ...LETTERS].map((letter) => {
        const name = letter === undefined ? t('artists.all') : nameOf(letter)
        const look = 'numeral grid h-11 min-w-9 place-items-center rounded-item px-2 text-lg'
        if (letter !== undefined && !counts.has(letter)) {
          return null
        }
        return (
          <Link
            key={name}
            to={hrefOf(letter)}
            preventScrollReset
            aria-current={letter === selected ? 'page' : undefined}
            className={classNames(look, 'hover:bg-highlight aria-[current=page]:bg-ink aria-[current=page]:text-beige')}
          >
            {name}
          </Link>
        )
      })}
    </nav>
  )
}
