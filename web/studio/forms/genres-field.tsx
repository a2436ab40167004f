/** Several genres to tick, as one field of a form: the ids as a list in JSON. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ARTIST_GENRES_MAX } from '#contract/catalog/artist-facts.ts'
import { listGenres } from '#contract/catalog/meta.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { t } from '#web/words/words.ts'

/** `initial`: the same list, or '' for none. */
export function GenresField({ name, initial }: { name: string; initial: string }) {
  const { call } = useSite()
  const [chosen, setChosen] = useState(() => (initial === '' ? [] : (JSON.parse(initial) as number[])))
  const genres = useQuery(callQuery(call, listGenres, {})).data ?? []
  const toggle = (id: number) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semi">{t('studio.artistGenres', { max: ARTIST_GENRES_MAX })}</legend>
      <input type="hidden" name={name} value={chosen.length === 0 ? '' : JSON.stringify(chosen)} />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-x-4">
        {genres.map((genre) => (
          <label key={genre.id} className="inline-flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              checked={chosen.includes(genre.id)}
              disabled={!chosen.includes(genre.id) && chosen.length >= ARTIST_GENRES_MAX}
              onChange={() => toggle(genre.id)}
              className="size-4.5 shrink-0 accent-purple"
            />
            {genre.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
