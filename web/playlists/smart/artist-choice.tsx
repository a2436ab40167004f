/** The artists of a rule: searched by name, listed below with a word to remove each. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getArtist } from '#contract/catalog/artists.ts'
import { search } from '#contract/listening/search.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { SuggestField } from '#web/ui/controls/suggest-field.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { t } from '#web/words/words.ts'

export function ArtistChoice({
  artistIds,
  onChange,
}: {
  artistIds: readonly string[]
  onChange: (artistIds: string[]) => void
}) {
  const { call } = useSite()
  const [typed, setTyped] = useState('')
  const term = typed.trim()
  const { data: hits = [] } = useQuery({
    ...callQuery(call, search, { query: { term, type: 'artist', limit: '8' } }),
    enabled: term !== '',
    placeholderData: (before) => before,
  })
  const options = (term === '' ? [] : hits)
    .filter(({ id }) => !artistIds.includes(id))
    .map(({ id, name }) => ({ key: id, name }))
  return (
    <div className="min-w-0">
      <SuggestField
        label={t('smart.artist')}
        selected={null}
        options={options}
        note={t('smart.artistNote')}
        onType={setTyped}
        onChoose={({ key }) => onChange([...artistIds, key])}
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
