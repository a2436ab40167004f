/** Suggestions below a search field: a listbox that the field controls (the WAI-ARIA combobox pattern). Loaded when a
 * field is first used. Without it the field is a plain form that leads to the search page. */
import { useCallback, useEffect, useId, useState } from 'react'
import { search } from '#contract/listening/search.ts'
import { Link } from '#web/navigation/link.tsx'
import { useSite } from '#web/data/site.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/images/cover.tsx'
import { SearchIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'
import { coverSeedOfHit, type Hit, hrefOfHit, kindLabels, roundKinds } from './kinds.ts'
import { partsOf } from './typed-parts.ts'

/** After the last key press. */
const PAUSE_MS = 350
const SHOWN_MAX = 8
/** Of one kind, as long as other kinds fill the list. */
const KIND_MAX = 3
const REQUESTED = '24'

export function SearchSuggestions({ field }: { field: HTMLInputElement }) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(true)
  const [active, setActive] = useState(-1)
  const { term, hits } = useFound(typed)
  const isShown = isOpen && typed !== '' && hits.length > 0
  const count = isShown ? hits.length + 1 : 0
  const optionId = (index: number) => `${listId}-${index}`
  const close = useCallback(() => setIsOpen(false), [])

  const edit = useCallback((text: string) => {
    setTyped(text)
    setActive(-1)
    setIsOpen(true)
  }, [])
  useField(field, edit, close)
  useKeys(field, { listId, isShown, active, count }, setActive, setIsOpen)
  useComboboxAttributes(field, { listId, isShown, active })
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen &&
          typed !== '' &&
          term === typed &&
          (isShown ? t('search.found', { count: hits.length, term }) : t('search.nothing', { term }))}
      </p>
      {isShown && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('search.suggestions')}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          className={classNames(
            'absolute inset-x-0 top-full z-40 mt-2 max-h-[min(36rem,calc(100dvh-10rem))] overflow-y-auto overscroll-contain',
            'rounded-bar border border-line bg-highlight p-2 text-base text-ink shadow-float',
          )}
        >
          {hits.map((hit, index) => (
            <Suggestion
              key={hit.id}
              id={optionId(index)}
              hit={hit}
              typed={typed}
              isActive={index === active}
              onChoose={close}
            />
          ))}
          <Link
            id={optionId(hits.length)}
            role="option"
            aria-selected={active === hits.length}
            tabIndex={-1}
            to={`/search?${new URLSearchParams({ q: typed })}`}
            onClick={close}
            className={classNames(OPTION, 'mt-1 text-purple')}
          >
            <SearchIcon size={18} aria-hidden="true" className="mx-2.75 shrink-0" />
            <span className="min-w-0 truncate font-semi">{t('search.seeAll', { term: typed })}</span>
          </Link>
        </div>
      )}
    </>
  )
}

/** Follows what is typed into the field; submitting or leaving it closes the list. */
function useField(field: HTMLInputElement, onText: (text: string) => void, onLeave: () => void): void {
  useEffect(() => {
    const onInput = () => onText(field.value.trim())
    // Handles text typed before this module had loaded.
    onInput()
    const { form } = field
    field.addEventListener('input', onInput)
    field.addEventListener('blur', onLeave)
    form?.addEventListener('submit', onLeave)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('blur', onLeave)
      form?.removeEventListener('submit', onLeave)
    }
  }, [field, onText, onLeave])
}

type Shown = { listId: string; isShown: boolean; active: number }

/** Arrow keys, Escape and Enter in the field. `count`: the number of options. */
function useKeys(
  field: HTMLInputElement,
  { listId, isShown, active, count }: Shown & { count: number },
  setActive: (index: number) => void,
  setIsOpen: (isOpen: boolean) => void,
): void {
  useEffect(() => {
    const move = (by: number) => {
      // The position before the first option is the field itself.
      const next = ((active + 1 + by + count + 1) % (count + 1)) - 1
      setActive(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return
      if (!isShown) {
        if (event.key === 'ArrowDown') setIsOpen(true)
        return
      }
      if (event.key === 'ArrowDown') move(1)
      else if (event.key === 'ArrowUp') move(-1)
      else if (event.key === 'Escape') setIsOpen(false)
      else if (event.key === 'Enter' && active >= 0) document.getElementById(`${listId}-${active}`)?.click()
      else return
      event.preventDefault()
    }
    field.addEventListener('keydown', onKeyDown)
    return () => field.removeEventListener('keydown', onKeyDown)
  }, [field, listId, isShown, active, count, setActive, setIsOpen])
}

function useComboboxAttributes(field: HTMLInputElement, { listId, isShown, active }: Shown): void {
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isShown),
      'aria-controls': isShown ? listId : null,
      'aria-activedescendant': isShown && active >= 0 ? `${listId}-${active}` : null,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) field.removeAttribute(name)
      else field.setAttribute(name, value)
    }
  }, [field, listId, isShown, active])
}

const OPTION = 'flex min-h-13 items-center gap-3 rounded-item px-2 py-1.5 hover:bg-sunken aria-selected:bg-sunken'

type SuggestionProps = { id: string; hit: Hit; typed: string; isActive: boolean; onChoose: () => void }

function Suggestion({ id, hit, typed, isActive, onChoose }: SuggestionProps) {
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      to={hrefOfHit(hit)}
      onClick={onChoose}
      className={OPTION}
    >
      <Cover
        src={hit.artworkUrl}
        alt=""
        seed={coverSeedOfHit(hit)}
        sizes="40px"
        shape={roundKinds.has(hit.type) ? 'round' : 'square'}
        className="size-10 shrink-0"
      />
      <span className="min-w-0">
        <span className="block truncate">
          <MarkedName name={hit.name} typed={typed} />
        </span>
        <span className="block truncate text-sm text-ink-2">
          {t(kindLabels[hit.type])}
          {hit.artist !== null && (
            <>
              {' · '}
              <MarkedName name={hit.artist} typed={typed} />
            </>
          )}
        </span>
      </span>
    </Link>
  )
}

function MarkedName({ name, typed }: { name: string; typed: string }) {
  return partsOf(name, typed).map(({ text, isTyped }, index) =>
    // Only the order distinguishes the pieces.
    // oxlint-disable-next-line react/no-array-index-key
    isTyped ? (
      <mark key={index} className="bg-transparent font-bold text-inherit underline decoration-2 underline-offset-3">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

type Found = { term: string; hits: readonly Hit[] }
const NOTHING: Found = { term: '', hits: [] }

/** Searches once typing has paused. Outdated requests are
 * cancelled; the previous results stay until the next response. */
function useFound(typed: string): Found {
  const { call } = useSite()
  const [found, setFound] = useState(NOTHING)
  useEffect(() => {
    if (typed === '') return setFound(NOTHING)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call(search, { query: { term: typed, limit: REQUESTED } }, { signal: stop.signal })
        .then((hits) => stop.signal.aborted || setFound({ term: typed, hits: mixed(hits) }))
        // Submitting the form still leads to the search page, which shows the error.
        .catch(() => stop.signal.aborted || setFound(NOTHING))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [call, typed])
  return found
}

/** The best of each kind first, so that no kind fills the list alone; otherwise in the order of the results. */
function mixed(hits: readonly Hit[]): Hit[] {
  const isEarly = (hit: Hit, index: number) =>
    hits.slice(0, index).filter(({ type }) => type === hit.type).length < KIND_MAX
  return [...hits.filter(isEarly), ...hits.filter((hit, index) => !isEarly(hit, index))].slice(0, SHOWN_MAX)
}
