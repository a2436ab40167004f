/** The search page: the field is the largest thing until there is a best match. Without a term, genres in the colours of
 * their releases, and editors' lists. Results appear while typing. Also works as a plain form. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { listMoods } from '#contract/listening/moods.ts'
import { search, searchTypes, TERM_MAX, type SearchType } from '#contract/listening/search.ts'
import { listGenreBlocks } from '#contract/listening/taste.ts'
import { Head } from '#web/frame/head.tsx'
import { Form, Link } from '#web/navigation/link.tsx'
import { useSearchParams } from '#web/navigation/navigation.tsx'
import { callQuery } from '#web/data/queries.ts'
import type { Visit } from '#web/frame/page.ts'
import { useSite } from '#web/data/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/states/empty.tsx'
import { SearchIcon } from '#web/ui/icon.tsx'
import { PageSkeleton } from '#web/ui/states/skeleton.tsx'
import { TabLinks } from '#web/ui/controls/tabs.tsx'
import { t, type TranslationKey } from '#web/words/words.ts'
import { MoodSections } from '#web/playlists/mood-lists.tsx'
import { GenreBlocks } from './lists/genre-blocks.tsx'
import { preloadQuietly } from '#web/frame/page-data.ts'
import { SearchHits } from './search/hits.tsx'
import { useUsedField } from './search/used-field.ts'

const Suggestions = lazy(async () => ({ default: (await import('./search/suggestions.tsx')).SearchSuggestions }))

/** Rare, and not needed to read the page. */
const EmptyShelf = lazy(async () => ({ default: (await import('#web/content/empty/empty-shelf.tsx')).EmptyShelf }))

const Speech = lazy(async () => ({ default: (await import('./search/speech.tsx')).SpeechHits }))

const PAUSE_MS = 180
/** Window widths in which the header has no search field. In wider windows the results alone are enough. */
const NARROW = '(width < 47.5625rem)'
const KINDS: Record<SearchType, TranslationKey> = {
  track: 'search.tracks',
  artist: 'search.artists',
  album: 'search.albums',
  podcast: 'search.podcasts',
  episode: 'search.episodes',
  playlist: 'search.playlists',
  profile: 'search.people',
}

const termOf = (params: URLSearchParams): string => (params.get('q') ?? '').trim().slice(0, TERM_MAX)
const typeOf = (params: URLSearchParams): SearchType | undefined =>
  searchTypes.find((type) => type === params.get('type'))
const inputOf = (term: string, type: SearchType | undefined) => ({
  query: { term, ...(type === undefined ? { limit: '60' } : { type, limit: '50' }) },
})

function hrefOf(term: string, type: SearchType | undefined): string {
  const params = new URLSearchParams({ ...(term !== '' && { q: term }), ...(type !== undefined && { type }) })
  return params.size === 0 ? '/search' : `/search?${params}`
}

/** A search without results is not an error, and when a search fails the field is still shown. */
export async function load(visit: Visit) {
  const term = termOf(visit.url.searchParams)
  if (term === '') {
    await Promise.all([preloadQuietly(visit, listGenreBlocks, {}), preloadQuietly(visit, listMoods, { query: {} })])
  } else await preloadQuietly(visit, search, inputOf(term, typeOf(visit.url.searchParams)))
}

export function Page() {
  const [params, setParams] = useSearchParams()
  const term = termOf(params)
  const type = typeOf(params)
  const [typed, setTyped] = useState(term)
  const { input, field, use } = useUsedField(() => matchMedia(NARROW).matches)
  // What was typed before the page hydrated.
  useEffect(() => setTyped(input.current!.value), [input])
  useTerm(term, typed, setTyped, (next) =>
    setParams(new URL(hrefOf(next, type), 'http://localhost').searchParams, {
      replace: true,
      preventScrollReset: true,
    }),
  )
  return (
    <>
      <Head
        title={term === '' ? t('search.title') : t('search.titleTerm', { term })}
        path="/search"
        isHidden={term !== ''}
      />
      <h1 className="sr-only">{t('search.title')}</h1>
      <Form
        action="/search"
        role="search"
        className="relative mt-1 md:mt-3"
        onSubmit={(event) => typed.trim() === term && event.preventDefault()}
      >
        <input
          type="search"
          name="q"
          value={typed}
          ref={input}
          onFocus={use}
          onInput={use}
          onChange={({ target }) => setTyped(target.value)}
          data-quiet-focus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={TERM_MAX}
          autoFocus={term === ''}
          aria-label={t('shell.search')}
          placeholder={t('search.title')}
          className="title-1 h-[1.5em] w-full border-b-[3px] [&::-webkit-search-cancel-button]:hidden border-ink bg-transparent pr-14 placeholder:text-ink-3 focus:border-purple"
        />
        <button
          type="submit"
          aria-label={t('shell.search')}
          className="absolute inset-y-0 right-0 grid w-14 place-items-center"
        >
          <SearchIcon size={26} aria-hidden="true" />
        </button>
        {type !== undefined && <input type="hidden" name="type" value={type} />}
        <Suspense>{field && <Suggestions field={field} />}</Suspense>
      </Form>
      {term === '' ? <Wander /> : <Results term={term} type={type} />}
    </>
  )
}

/** After a short pause, the typed text becomes the URL. A URL from elsewhere, such as back navigation, becomes the
 * typed text. A URL this page requested is ignored: on a slow connection it arrives while the user is still typing. */
function useTerm(term: string, typed: string, setTyped: (typed: string) => void, setTerm: (term: string) => void) {
  const [last, setLast] = useState(term)
  const [asked, setAsked] = useState(term)
  if (last !== term) {
    setLast(term)
    if (term !== asked && typed.trim() !== term) setTyped(term)
  }
  useEffect(() => {
    const next = typed.trim()
    if (next === term) return
    const timer = setTimeout(() => {
      setAsked(next)
      setTerm(next)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
    // setTerm is a new function each time; only the typed text matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed])
}

function Wander() {
  return (
    <>
      <section className="mt-[clamp(1.5rem,3vw,3.5rem)]">
        <h2 className="sr-only">{t('search.wander')}</h2>
        <GenreBlocks />
        <p className="mt-5">
          <Link to="/artists" className="font-semi underline decoration-2 underline-offset-[5px]">
            {t('search.allArtists')}
          </Link>
        </p>
      </section>
      <MoodSections />
    </>
  )
}

function Results({ term, type }: { term: string; type: SearchType | undefined }) {
  const { call } = useSite()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...callQuery(call, search, inputOf(term, type)),
    placeholderData: (before) => before,
  })
  return (
    <>
      <div className="mt-5 mb-6">
        <TabLinks
          label={t('search.kinds')}
          isOnePage
          links={[
            { href: hrefOf(term, undefined), name: t('search.all'), isSelected: type === undefined },
            ...Object.entries(KINDS).map(([kind, label]) => ({
              href: hrefOf(term, kind as SearchType),
              name: t(label),
              isSelected: kind === type,
            })),
          ]}
        />
      </div>
      <p role="status" className="sr-only">
        {data !== undefined && !isPlaceholderData && countOf(data.length, term)}
      </p>
      {data === undefined && !isError && <PageSkeleton label={t('common.loading')} />}
      {isError && (
        <ErrorState
          level="part"
          title={t('failure.title')}
          retryLabel={t('failure.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && !isPlaceholderData && (
        <Suspense>
          <EmptyShelf
            title={t('shelf.titleNoMatch')}
            sentence={t('search.nothing', { term })}
            action={
              type !== undefined && (
                <ButtonLink to={hrefOf(term, undefined)} replace size="large">
                  {t('search.lookEverywhere')}
                </ButtonLink>
              )
            }
          />
        </Suspense>
      )}
      {data !== undefined && data.length > 0 && <SearchHits hits={data} type={type} />}
      {data !== undefined && (type === undefined || type === 'episode') && (
        <Suspense>
          <Speech term={term} />
        </Suspense>
      )}
    </>
  )
}

const countOf = (count: number, term: string) =>
  count === 0 ? t('search.nothing', { term }) : t('search.found', { count, term })
