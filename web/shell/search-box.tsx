/** The search field of the header. A form that works before any script does; with scripts the player goes on meanwhile.
 * Where the search page has its own, this one steps aside. */
import { Form } from '../navigation/link.tsx'
import { useLocation } from '../navigation/navigation.tsx'
import { SearchIcon } from '../ui/icon.tsx'
import { t } from '../words/words.ts'

export function SearchBox() {
  const { pathname } = useLocation()
  if (pathname === '/search') return null
  return (
    <Form action="/search" role="search" className="relative hidden max-w-[460px] flex-1 md:block">
      <SearchIcon size={18} aria-hidden="true" className="absolute top-1/2 left-4 -translate-y-1/2 text-ink-3" />
      <input
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
