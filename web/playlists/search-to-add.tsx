/** A field that finds artists or playlists by name, to add them to a list. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { search } from '#contract/listening/search.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { SuggestField } from '#web/ui/controls/suggest-field.tsx'

export function SearchToAdd({
  type,
  label,
  note,
  knownIds,
  onAdd,
}: {
  type: 'artist' | 'playlist'
  label: string
  note: string
  knownIds: readonly string[]
  onAdd: (added: { id: string; name: string }) => void
}) {
  const { call } = useSite()
  const [typed, setTyped] = useState('')
  const term = typed.trim()
  const { data: hits = [] } = useQuery({
    ...callQuery(call, search, { query: { term, type, limit: '8' } }),
    enabled: term !== '',
    placeholderData: (before) => before,
  })
  const options = (term === '' ? [] : hits)
    .filter(({ id }) => !knownIds.includes(id))
    .map(({ id, name, artist }) => ({ key: id, name, ...(artist !== null && { aside: artist }) }))
  return (
    <SuggestField
      label={label}
      selected={null}
      options={options}
      note={note}
      onType={setTyped}
      onChoose={({ key, name }) => onAdd({ id: key, name })}
    />
  )
}
