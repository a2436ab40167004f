/** The search field of the header. A form that works before any script does; with scripts the player goes on meanwhile.
 * Where the search page has its own, this one steps aside. */
import { useEffect, useRef, type RefObject } from 'react'
import { Form } from '../navigation/link.tsx'
import { useLocation, useNavigate } from '../navigation/navigation.tsx'
import { SearchIcon } from '../ui/icon.tsx'
import { t } from '../words/words.ts'

export function SearchBox() {
  const { pathname } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  useSearchKeys(field)
  if (pathname === '/search') return null
  return (
    <Form action="/search" role="search" className="relative hidden max-w-[460px] flex-1 md:block">
      <SearchIcon size={18} aria-hidden="true" className="absolute top-1/2 left-4 -translate-y-1/2 text-ink-3" />
      <input
        ref={field}
        type="search"
        name="q"
        required
        maxLength={200}
        autoComplete="off"
        aria-label={t('shell.search')}
        placeholder={t('shell.searchHint')}
        className="h-11 w-full rounded-pill border border-line bg-highlight pr-4 pl-11 placeholder:text-ink-3 hover:border-line-2"
      />
    </Form>
  )
}

/** `/` and Ctrl-K (or Command-K) lead to the field; where there is none in sight, to the search page. */
function useSearchKeys(field: RefObject<HTMLInputElement | null>): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      const target = event.target instanceof Element ? event.target : null
      const isTyping = Boolean(target?.closest('input, textarea, select, [contenteditable], [role="dialog"]'))
      if (event.defaultPrevented || !(isShortcut || (isSlash && !isTyping))) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      const shown = [field.current, document.querySelector<HTMLInputElement>('main input[type="search"]')].find((one) =>
        one?.checkVisibility(),
      )
      if (shown) shown.select()
      else void navigate('/search')
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [field, navigate])
}
