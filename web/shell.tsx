/** What stays while pages come and go: rail, header, player, toasts. It is mounted once and never again. */
import { useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation, useNavigation } from 'react-router'
import { PlayerBar } from './player/player-bar.tsx'
import { hasPage } from './routes.ts'
import { useSettings } from './site.ts'
import { wakeSession } from './session/session.ts'
import { BottomBar, SiteLinks } from './shell/site-nav.tsx'
import { UserMenu } from './shell/user-menu.tsx'
import { Badge } from './ui/badge.tsx'
import { CloseIcon, MenuIcon, SearchIcon } from './ui/icon.tsx'
import { IconButton } from './ui/icon-button.tsx'
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

function Header() {
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  // The menu has done its work once one has gone somewhere.
  useEffect(() => setIsOpen(false), [pathname])
  return (
    <header className="mb-3 pt-3.5 md:mb-5.5 md:pt-4.5">
      <div className="flex min-h-11 items-center gap-2 md:gap-3.5">
        <IconButton
          label={t(isOpen ? 'shell.closeSiteMenu' : 'shell.openSiteMenu')}
          aria-expanded={isOpen}
          aria-controls="site-menu"
          onClick={() => setIsOpen(!isOpen)}
          onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
          kind="strong"
          className="-ml-2.5 md:hidden"
        >
          {isOpen ? <CloseIcon size={22} aria-hidden="true" /> : <MenuIcon size={22} aria-hidden="true" />}
        </IconButton>
        <div className="md:hidden">
          <Logo size={24} />
        </div>
        {hasPage('/search') && <SearchBox />}
        <div className="ml-auto">
          <UserMenu />
        </div>
      </div>
      <nav
        id="site-menu"
        aria-label={t('shell.siteMenu')}
        hidden={!isOpen}
        className="mt-3 animate-rise rounded-bar border border-line bg-beige p-2 shadow-float md:hidden"
      >
        <SiteLinks />
      </nav>
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
    <aside aria-label={t('shell.sandboxNote')} className="bg-purple-soft px-4 py-1.5 text-center text-sm">
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

/** After a navigation the keyboard and the screen reader begin at the new page. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [pathname])
  return main
}
