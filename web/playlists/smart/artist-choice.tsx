/** The artists of a rule: searched by name, listed below with a word to remove each. */
import { useQuery } from '@tanstack/react-query'
import { getArtist } from '#contract/catalog/artists.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { SearchToAdd } from '#web/playlists/search-to-add.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'

export function ArtistChoice({
  artistIds,
  onChange,
}: {
  artistIds: readonly string[]
  onChange: (artistIds: string[]) => void
}) {
  return (
    <div className="min-w-0">
      <SearchToAdd
        type="artist"
        label={t('smart.artist')}
        note={t('smart.artistNote')}
        knownIds={artistIds}
        onAdd={({ id }) => onChange([...artistIds, id])}
      />
      <ul className="flex flex-wrap gap-x-5">
        {artistIds.map((id) => (
          <Chosen key={id} artistId={id} onRemove={() => onChange(artistIds.filter((one) => one !== id))} />
        ))}
      </ul>
    </div>
  )
}

function Chosen({ artistId, onRemove }: { artistId: string; onRemove: () => void }) {
  const { call } = useSite()
  const { data } = useQuery(callQuery(call, getArtist, { params: { artistId } }))
  const name = data?.name ?? '…'
  return (
    <li className="flex min-h-11 items-center gap-2">
      {name}
      <WordButton label={t('playlists.remove', { title: name })} onClick={onRemove}>
        {t('smart.remove')}
      </WordButton>
    </li>
  )
}
