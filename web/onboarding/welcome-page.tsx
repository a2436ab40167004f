/** After signing up: artists and genres to choose from, which are followed. Can be skipped. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { follow } from '#contract/community/follows.ts'
import type { Wire } from '#contract/endpoint.ts'
import { followGenre, listSuggestions } from '#contract/listening/taste.ts'
import { describeFailure } from '#web/data/failures.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { Head } from '#web/frame/head.tsx'
import { Navigate } from '#web/navigation/link.tsx'
import { useNavigate, useSearchParams } from '#web/navigation/navigation.tsx'
import { safeNext } from '#web/session/next-path.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { WordButton } from '#web/ui/controls/word-button.tsx'
import { floodStyle } from '#web/ui/flood.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { t } from '#web/words/words.ts'

/** What the page suggests; fewer or more are fine. */
const WANTED = 3

type Suggestions = Wire<typeof listSuggestions>
type Selected = { artistIds: ReadonlySet<string>; genreIds: ReadonlySet<number> }

export function Page() {
  const { call } = useSite()
  const { data, error } = useQuery(callQuery(call, listSuggestions, {}))
  const next = safeNext(useSearchParams()[0].get('next'))
  // Without anything to choose from, the step is left out.
  if (error !== null || (data !== undefined && data.artists.length + data.genres.length === 0)) {
    return <Navigate to={next} />
  }
  return (
    <>
      <Head title={t('welcome.title')} isHidden />
      {data === undefined ? <PageSkeleton label={t('common.loading')} /> : <Choice suggestions={data} next={next} />}
    </>
  )
}

function Choice({ suggestions, next }: { suggestions: Suggestions; next: string }) {
  const navigate = useNavigate()
  const [selected, setSelected] = useState<Selected>({ artistIds: new Set(), genreIds: new Set() })
  const following = useFollowing(() => void navigate(next, { replace: true }))
  const count = selected.artistIds.size + selected.genreIds.size
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0) following.mutate(selected)
  }
  return (
    <form onSubmit={submit}>
      <h1 className="title-1">{t('welcome.title')}</h1>
      <p className="mt-3 max-w-[52ch] text-lg text-ink-2">{t('welcome.lead')}</p>
      <Artists
        artists={suggestions.artists}
        selected={selected.artistIds}
        onToggle={(id) => setSelected({ ...selected, artistIds: toggled(selected.artistIds, id) })}
      />
      <Genres
        genres={suggestions.genres}
        selected={selected.genreIds}
        onToggle={(id) => setSelected({ ...selected, genreIds: toggled(selected.genreIds, id) })}
      />
      {following.isError && <Problem words={describeFailure(following.error)} />}
      <div
        data-page-bar
        className="sticky bottom-[calc(var(--tab-bar)+var(--player-space))] mt-8 flex flex-wrap items-center gap-x-6 gap-y-2 bg-beige py-4"
      >
        <Button type="submit" size="large" disabled={count === 0} isWaiting={following.isPending}>
          {t('welcome.follow')}
        </Button>
        <WordButton label={t('welcome.skip')} onClick={() => void navigate(next, { replace: true })}>
          {t('welcome.skip')}
        </WordButton>
        <p role="status" className="text-ink-2">
          {t('welcome.count', { count, wanted: WANTED })}
        </p>
      </div>
    </form>
  )
}

function toggled<Id>(ids: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const changed = new Set(ids)
  if (!changed.delete(id)) changed.add(id)
  return changed
}

function useFollowing(onDone: () => void) {
  const { call } = useSite()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ artistIds, genreIds }: Selected) =>
      Promise.all([
        ...Array.from(artistIds, (contentId) => call(follow, { body: { contentId } })),
        ...Array.from(genreIds, (id) => call(followGenre, { params: { genreId: String(id) } })),
      ]),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onDone()
    },
  })
}

type ChoiceProps<Id> = { selected: ReadonlySet<Id>; onToggle: (id: Id) => void }

/** Checkboxes that look like avatars. */
function Artists({ artists, selected, onToggle }: ChoiceProps<string> & Pick<Suggestions, 'artists'>) {
  if (artists.length === 0) return null
  return (
    <fieldset className="mt-8">
      <legend className="title-3 mb-4">{t('welcome.artists')}</legend>
      <div className="card-grid gap-x-4 gap-y-6">
        {artists.map(({ id, name, artworkUrl }) => (
          <label key={id} className="group min-w-0 cursor-pointer text-center">
            <input type="checkbox" className="peer sr-only" checked={selected.has(id)} onChange={() => onToggle(id)} />
            <span className="block rounded-pill p-1 peer-checked:bg-ink peer-focus-visible:outline-3 peer-focus-visible:outline-purple">
              <Cover src={artworkUrl} alt="" seed={id} shape="round" />
            </span>
            <span className="mt-2.5 line-clamp-2 font-semi peer-checked:underline">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Checkboxes that look like large text on a coloured background. */
function Genres({ genres, selected, onToggle }: ChoiceProps<number> & Pick<Suggestions, 'genres'>) {
  if (genres.length === 0) return null
  return (
    <fieldset className="mt-10">
      <legend className="title-3 mb-4">{t('genre.all')}</legend>
      <div className="flex flex-wrap gap-2.5">
        {genres.map(({ id, name, colorInfo }) => (
          <label key={id} className="flood min-w-0 cursor-pointer" style={floodStyle(colorInfo)}>
            <input type="checkbox" className="peer sr-only" checked={selected.has(id)} onChange={() => onToggle(id)} />
            <span className="title-2 block px-4 py-3 peer-checked:bg-ink peer-checked:text-beige peer-checked:underline peer-focus-visible:outline-3 peer-focus-visible:outline-offset-[-5px] peer-focus-visible:outline-current">
              {name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
