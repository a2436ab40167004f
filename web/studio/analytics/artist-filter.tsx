/** Filters the figures: everything, or one artist. The choice is stored in the URL. */
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import type { OwnArtist } from '#web/studio/content/own.ts'

export function ArtistFilter({ artists, selected }: { artists: readonly OwnArtist[]; selected: string }) {
  const [search, setSearch] = useSearchParams()
  const choose = (artist: string) => {
    const { artist: _, ...others } = Object.fromEntries(search)
    setSearch({ ...others, ...(artist !== '' && { artist }) }, { replace: true, preventScrollReset: true })
  }
  return (
    <SelectField
      label={t('analytics.artist')}
      value={selected}
      onChange={(event) => choose(event.target.value)}
      className="mb-5 max-w-80"
    >
      <option value="">{t('analytics.everyArtist')}</option>
      {artists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
