/** Filters the figures by artist, release and source. The choice is stored in the URL. */
import { PlaySource } from '#contract/play-sources.ts'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import type { Own } from '#web/studio/content/own.ts'
import { playSources } from './wordings.ts'

export type Filter = { artistId?: string; releaseId?: string; source?: PlaySource }

type Option = { value: string; name: string }

export const releasesOf = ({ albums, podcasts }: Own): Option[] => [
  ...albums.map(({ id, title }) => ({ value: id, name: title })),
  ...podcasts.map(({ id, name }) => ({ value: id, name })),
]

/** Ignores what is not the user's. A release is more exact than an artist. A member of teams who has no artist begins with
 * the first one, or with the first podcast. */
export function readFilter(search: URLSearchParams, own: Own): Filter {
  const { artists, podcasts } = own
  const isMember = [...artists, ...podcasts].every(({ role }) => role !== 'owner')
  const first = isMember && artists.length === 0 ? podcasts[0]?.id : undefined
  const releaseId = releasesOf(own).find(({ value }) => value === search.get('release'))?.value ?? first
  const artistId = artists.find(({ id }) => id === search.get('artist'))?.id ?? (isMember ? artists[0]?.id : undefined)
  const source = PlaySource.options.find((one) => one === search.get('source'))
  return {
    ...(releaseId !== undefined && { releaseId }),
    ...(artistId !== undefined && releaseId === undefined && { artistId }),
    ...(source !== undefined && { source }),
  }
}

export function Filters({ own, filter }: { own: Own; filter: Filter }) {
  const [search, setSearch] = useSearchParams()
  const choose = (name: string, value: string) => {
    const others = Object.entries(Object.fromEntries(search)).filter(([key]) => key !== name)
    setSearch({ ...Object.fromEntries(others), ...(value !== '' && { [name]: value }) }, REPLACED)
  }
  const artists = own.artists.map(({ id, name }) => ({ value: id, name }))
  const sources = PlaySource.options.map((source) => ({ value: source, name: t(playSources[source]) }))
  return (
    <details className="mt-2" open={Object.keys(filter).length > 0}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semi text-purple hover:underline">
        {t('analytics.filters')}
      </summary>
      <div className="mt-2 grid gap-4 md:grid-cols-3">
        {artists.length > 1 && (
          <Choice
            label={t('analytics.artist')}
            every={t('analytics.everyArtist')}
            options={artists}
            value={filter.artistId ?? ''}
            onChoose={(value) => choose('artist', value)}
          />
        )}
        <Choice
          label={t('analytics.kindAlbum')}
          every={t('analytics.everyRelease')}
          options={releasesOf(own)}
          value={filter.releaseId ?? ''}
          onChoose={(value) => choose('release', value)}
        />
        <Choice
          label={t('analytics.source')}
          every={t('analytics.everySource')}
          options={sources}
          value={filter.source ?? ''}
          onChoose={(value) => choose('source', value)}
        />
      </div>
    </details>
  )
}

const REPLACED = { replace: true, preventScrollReset: true }

export function Choice({
  label,
  every,
  options,
  value,
  onChoose,
}: {
  label: string
  /** The name of no choice; without it one of the options is always selected. */
  every?: string
  options: readonly Option[]
  value: string
  onChoose: (value: string) => void
}) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
      {every !== undefined && <option value="">{every}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </SelectField>
  )
}
