/** Where an artist comes from, its genres and its members. */
import { formatYears, type Member } from '#contract/catalog/artist-facts.ts'
import { Link } from '#web/navigation/link.tsx'
import { t } from '#web/words/words.ts'

type Facts = {
  location: string | null
  genres: readonly { id: number; name: string; slug: string }[]
  members: readonly Member[]
}

export function ArtistFacts({ facts: { location, genres, members } }: { facts: Facts }) {
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-6">
      {location !== null && (
        <div className="min-w-0">
          <dt className="text-sm">{t('catalog.location')}</dt>
          <dd className="font-semi">{location}</dd>
        </div>
      )}
      {genres.length > 0 && (
        <div className="min-w-0">
          <dt className="text-sm">{t('catalog.genres')}</dt>
          <dd className="-my-2.5 flex flex-wrap gap-x-4 font-semi">
            {genres.map(({ id, name, slug }) => (
              <Link
                key={id}
                to={`/genre/${slug}`}
                className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4"
              >
                {name}
              </Link>
            ))}
          </dd>
        </div>
      )}
      {members.length > 0 && (
        <div className="min-w-0">
          <dt className="text-sm">{t('catalog.members')}</dt>
          {members.map((member) => (
            <dd key={`${member.name} ${member.from}`} className="font-semi">
              <bdi>{member.name}</bdi>
              {formatYears(member) !== '' && <span className="ml-2 font-regular">{formatYears(member)}</span>}
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}
