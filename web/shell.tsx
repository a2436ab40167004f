/** What stays while pages come and go: rail, header, player, toasts. It is mounted once and never again. */
import { useEffect, useRef } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { PlayerBar } from './player/player-bar.tsx'
import { hasPage } from './routes.ts'
import { useSettings } from './site.ts'
import { wakeSession } from './session/session.ts'
import { BottomBar, SiteLinks } from './shell/site-nav.tsx'
import { SitePopover } from './shell/site-popover.tsx'
import { UserMenu } from './shell/user-menu.tsx'
import { Badge } from './ui/badge.tsx'
import { classNames } from './ui/class-names.ts'
import { SearchIcon } from './ui/icon.tsx'
import { Mark } from './ui/mark.tsx'
import { Toasts } from './ui/toast.tsx'
import { t } from './words/words.ts'
import { ZapHost } from './zap/zap-host.tsx'

export function Shell() {
  useEffect(wakeSession, [])
  const main = useFocusOnNavigation()
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-pill bg-ink px-5 py-3 text-beige focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <NavigationLine />
      <SandboxStrip />
      <div className="md:grid md:grid-cols-[232px_minmax(0,1fr)]">
        <Rail />
        <div className="mx-auto w-full max-w-[1280px] min-w-0 px-4 md:pr-9 md:pl-5">
          <Header />
          <main id="content" ref={main} tabIndex={-1} data-quiet-focus className="page-foot">
            <Outlet />
          </main>
        </div>
      </div>
      <PlayerBar />
      <ZapHost />
      <BottomBar />
      <Toasts />
      {/* A new page begins at its top; back and forward return to the place one left. */}
      <ScrollRestoration />
    </>
  )
}

function Logo({ size }: { size: number }) {
  const { brandName, isPreview } = useSettings()
  return (
    <span className="flex items-center gap-2.5">
      <Link to="/" className="brand-name flex items-center gap-2.5 rounded-item">
        <Mark size={size} />
        {brandName}
      </Link>
      {isPreview && <Badge tone="purple">{t('shell.preview')}</Badge>}
    </span>
  )
}

function Rail() {
  return (
    <nav
      aria-label={t('shell.siteMenu')}
      className="rail-foot sticky top-0 hidden h-dvh flex-col overflow-y-auto px-4 pt-5.5 md:flex"
    >
      <div className="px-2.5 pb-5">
        <Logo size={28} />
      </div>
      <SiteLinks />
    </nav>
  )
}

/** On phones it stays at the top while the page moves below it. */
function Header() {
  return (
    <header
      className={classNames(
        'max-md:sticky max-md:top-0 max-md:z-40 max-md:-mx-4 max-md:mb-3 max-md:border-b max-md:border-line',
        'max-md:bg-beige max-md:px-4 max-md:py-2 md:mb-5.5 md:pt-4.5',
      )}
    >
      <div className="flex min-h-11 items-center gap-1.5 sm:gap-2 md:gap-3.5">
        <SitePopover />
        <div className="md:hidden">
          <Logo size={24} />
        </div>
        {hasPage('/search') && <SearchBox />}
        <div className="ml-auto">
          <UserMenu />
        </div>
      </div>
    </header>
  )
}

/** A plain form: it works before any script does. */
function SearchBox() {
  return (
    <form action="/search" role="search" className="relative hidden max-w-[460px] flex-1 md:block">
      <SearchIcon size={18} aria-hidden="true" className="absolute top-1/2 left-4 -translate-y-1/2 text-ink-3" />
      <input
        type="search"
        name="q"
        aria-label={t('shell.search')}
        placeholder={t('shell.searchHint')}
        className="h-11 w-full rounded-pill border border-line bg-highlight pr-4 pl-11 placeholder:text-ink-3 hover:border-line-2"
      />
    </form>
  )
}

function SandboxStrip() {
  const { isSandbox } = useSettings()
  if (!isSandbox) return null
  return (
    <aside data-strip aria-label={t('shell.sandboxNote')} className="bg-purple-soft px-4 py-1.5 text-center text-sm">
      {t('shell.sandbox')}{' '}
      {hasPage('/sandbox') && (
        <Link to="/sandbox" className="font-semi text-purple underline">
          {t('shell.sandboxLink')}
        </Link>
      )}
    </aside>
  )
}

/** A hairline while the next page is on its way. */
function NavigationLine() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <span aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-breathe bg-purple" />
}

/** After a navigation the keyboard and the screen reader begin at the new page. Where it is scrolled to is not ours. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
