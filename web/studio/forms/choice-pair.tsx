/** Two dependent choices: genre and subgenre, category and subcategory.
 * Until the lists have loaded, the form keeps the previous choice. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listGenres, listPodcastCategories, listPodcastSubcategories, listSubgenres } from '#contract/catalog/meta.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { SelectField } from '#web/ui/controls/field.tsx'
import { t } from '#web/words/words.ts'
import type { FieldValues } from './form-values.ts'

type Choice = { id: number; name: string }
type Named = { name: string; label: string; initial: string }

export function GenreFields({ initial: { genreId = '', subgenreId = '' } }: { initial: FieldValues }) {
  const { call } = useSite()
  const [selected, setSelected] = useState(genreId)
  const all = useQuery(callQuery(call, listGenres, {})).data
  const within = useQuery({
    ...callQuery(call, listSubgenres, { params: { genreId: selected } }),
    enabled: selected !== '',
  }).data
  return (
    <ChoicePair
      first={{ name: 'genreId', label: t('studio.genre'), initial: genreId }}
      second={{ name: 'subgenreId', label: t('studio.subgenre'), initial: subgenreId }}
      all={all}
      within={within}
      onChoose={setSelected}
    />
  )
}

export function CategoryFields({ rank, initial }: { rank: 'primary' | 'secondary'; initial: FieldValues }) {
  const { call } = useSite()
  const first = `${rank}CategoryId`
  const second = `${rank}SubcategoryId`
  const [selected, setSelected] = useState(initial[first] ?? '')
  const all = useQuery(callQuery(call, listPodcastCategories, {})).data
  const within = useQuery({
    ...callQuery(call, listPodcastSubcategories, { params: { categoryId: selected } }),
    enabled: selected !== '',
  }).data
  const isPrimary = rank === 'primary'
  const label = t(isPrimary ? 'studio.category' : 'studio.secondCategory')
  const finerLabel = t(isPrimary ? 'studio.subcategory' : 'studio.secondSubcategory')
  return (
    <ChoicePair
      first={{ name: first, label, initial: initial[first] ?? '' }}
      second={{ name: second, label: finerLabel, initial: initial[second] ?? '' }}
      all={all}
      within={within}
      onChoose={setSelected}
    />
  )
}

function ChoicePair({
  first,
  second,
  all,
  within,
  onChoose,
}: {
  first: Named
  second: Named
  all: Choice[] | undefined
  /** The options that remain after the first choice. */
  within: Choice[] | undefined
  onChoose: (id: string) => void
}) {
  const [selected, setSelected] = useState(first.initial)
  const [finer, setFiner] = useState(second.initial)
  const choose = (id: string) => {
    setSelected(id)
    setFiner('')
    onChoose(id)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Choose {...first} value={selected} choices={all} onChange={choose} />
      {selected !== '' && (!within || within.length > 0) ? (
        <Choose {...second} value={finer} choices={within} onChange={setFiner} />
      ) : (
        <input type="hidden" name={second.name} value="" />
      )}
    </div>
  )
}

function Choose({
  name,
  label,
  value,
  choices,
  onChange,
}: {
  name: string
  label: string
  value: string
  choices: Choice[] | undefined
  onChange: (id: string) => void
}) {
  return (
    <div>
      <input type="hidden" name={name} value={value} />
      <SelectField
        label={label}
        disabled={!choices}
        value={choices ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t(choices ? 'studio.chooseNone' : 'common.loading')}</option>
        {choices?.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
