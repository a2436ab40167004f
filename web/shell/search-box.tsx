/** The search field of the header: a form that works without scripts. Suggestions are loaded on first use.
 * Not shown on the search page, which has its own. */
import { lazy, Suspense, useEffect } from 'react'
import { useUsedField } from '#web/catalog/search/used-field.ts'
import { Form } from '#web/navigation/link.tsx'
import { useLocation, useNavigate } from '#web/navigation/navigation.tsx'
import { SearchIcon } from '#web/ui/icon.tsx'
import { t } from '#web/words/words.ts'

const Suggestions = lazy(async () => ({
  default: (await import('#web/catalog/search/suggestions.tsx')).SearchSuggestions,
}))

export function SearchBox() {
  const { pathname } = useLocation()
  const { input, field, use } = useUsedField()
  useSearchKeys()
  if (pathname === '/search') return null
  return (
    <Form action="/search" role="search" className="relative hidden h-11 w-26 md:block">
      {/* Over the words of the menu, so that nothing moves. */}
      <div className="absolute inset-y-0 right-0 w-full rounded-pill focus-within:w-72 focus-within:bg-beige">
        <input
          ref={input}
          onFocus={use}
          onInput={use}
          type="search"
          name="q"
          required
          maxLength={200}
          autoComplete="off"
          aria-label={t('shell.search')}
          placeholder={t('shell.search')}
          className="size-full rounded-pill border border-transparent bg-transparent pl-7 font-semi placeholder:text-ink hover:border-line focus:border-line-2 focus:pr-4"
        />
        <button
          type="submit"
          aria-label={t('shell.search')}
          className="absolute inset-y-0 left-0 grid w-7 place-items-center"
        >
          <SearchIcon size={18} aria-hidden="true" />
        </button>
        <Suspense>{field && <Suggestions field={field} />}</Suspense>
      </div>
    </Form>
  )
}

/** `/` and Ctrl-K (or Command-K) focus the field; where it is not visible, they open the search page. */
function useSearchKeys(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isHeld = event.ctrlKey || event.metaKey
      const isSlash = event.key === '/' && !isHeld && !event.altKey
      const isShortcut = event.key.toLowerCase() === 'k' && isHeld
      const isTyping = document.activeElement?.closest('input, textarea, select, [contenteditable]')
      if (event.defaultPrevented || !(isShortcut || (isSlash && !isTyping))) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      const fields = document.querySelectorAll<HTMLInputElement>('[type=search]')
      const shown = [...fields].find((one) => one.checkVisibility())
      if (shown) shown.select()
      else void navigate('/search')
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [navigate])
}
