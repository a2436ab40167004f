/** The genres that the user follows, each in the colours of its best-known release. */
import { useQuery } from '@tanstack/react-query'
import { listFollowedGenres, listGenreBlocks } from '#contract/listening/taste.ts'
import { CardsComing } from '#web/content/saved-grid.tsx'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Link } from '#web/navigation/link.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { EmptyState } from '#web/ui/states/empty.tsx'
import { t } from '#web/words/words.ts'
import { LoadFailure } from '#web/frame/load-failure.tsx'

export function GenresPart() {
  const { call } = useSite()
  const genres = useQuery(callQuery(call, listGenreBlocks, {}))
  const followed = useQuery({ ...callQuery(call, listFollowedGenres, {}), refetchOnMount: 'always' })
  if (genres.isPending || followed.isPending) return <CardsComing />
  const error = genres.error ?? followed.error
  if (error !== null) {
    return (
      <LoadFailure level="part" error={error} retry={() => void Promise.all([genres.refetch(), followed.refetch()])} />
    )
  }
  const shown = followed.data?.genreIds.flatMap((id) => genres.data?.find((one) => one.id === id) ?? []) ?? []
  if (shown.length === 0) {
    return (
      <EmptyState
        sentence={t('followedGenres.none')}
        action={
          <ButtonLink to="/search" kind="quiet">
            {t('followedGenres.find')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {shown.map(({ id, name, slug, count, colorInfo }) => (
        <li key={id} className="flood min-w-0" style={floodStyle(colorInfo)}>
          <Link to={`/genre/${slug}`} className="group flex min-h-36 flex-col justify-between gap-3 p-5">
            <span className="title-2 group-hover:underline">{name}</span>
            <span className="text-sm">{t('genre.releases', { count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
