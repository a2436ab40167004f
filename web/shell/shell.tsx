/** The frame around all pages: rail, header, player, toasts. It is mounted once and stays across navigations. */
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useIsLoading, useLocation } from '#web/navigation/navigation.tsx'
import { PlayerBar } from '#web/player/bar/player-bar.tsx'
import { PickerHost } from '#web/playlists/picker-host.tsx'
import { hasPage } from '#web/routes.ts'
import { takeOverLanguage } from '#web/frame/language-choice.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { useAccount, useSessionEnd, useSessionRenewal } from '#web/session/account.ts'
import { useLiveHeader } from '#web/session/notifications.ts'
import { useSession, wakeSession } from '#web/session/session.ts'
import { SearchBox } from './search-box.tsx'
import { LanguageLine } from './language-links.tsx'
import { BottomBar, SiteLinks } from './site-nav.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SitePopover } from './site-popover.tsx'
import { UserMenu } from './user-menu.tsx'
import { takeOverTheme } from '#web/frame/theme.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Toasts } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { ZapHost } from '#web/zap/zap-host.tsx'

export function Shell({ children }: { children: ReactNode }) {
  useEffect(wakeSession, [])
  useSessionEnd()
  useSessionRenewal()
  useLiveHeader()
  useArrival()
  useEffect(installLater, [])
  const main = useFocusOnNavigation()
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-pill bg-ink px-5 py-3 text-beige focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <OwnTheme />
      <OwnLanguage />
      <NavigationLine />
      <SandboxStrip />
      <div className="md:grid md:grid-cols-[232px_minmax(0,1fr)]">
        <Rail />
        <div className="mx-auto w-full max-w-[1280px] min-w-0 px-4 md:pr-9 md:pl-5">
          <Header />
          <LanguageLine />
          <main id="content" ref={main} tabIndex={-1} data-quiet-focus>
            {children}
          </main>
          <SiteFooter />
        </div>
      </div>
      <PlayerBar />
      <ZapHost />
      <PickerHost />
      <BottomBar />
      <Toasts />
    </>
  )
}

/** Its own component, so that the shell does not re-render with every change of the account. */
function OwnTheme() {
  const theme = useAccount().data?.theme ?? null
  useEffect(() => takeOverTheme(theme), [theme])
  return null
}

function OwnLanguage() {
  const { call } = useSite()
  const { data } = useAccount()
  useEffect(() => takeOverLanguage(data, call), [data, call])
  return null
}

function Logo({ size }: { size: number }) {
  const { brandName, isPreview } = useSettings()
  return (
    <span className="flex items-center gap-2.5">
      <Link to="/" className="brand-name flex items-center gap-2.5 rounded-item">
        <Mark size={size} />
        {/* Phones have no room for both next to the log-in buttons. */}
        <span className={isPreview ? 'max-sm:sr-only' : 'max-[23.5rem]:signed-in:sr-only'}>{brandName}</span>
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

/** On phones the header is sticky. */
function Header() {
  return (
    <header
      className={classNames(
        'max-md:sticky max-md:top-0 max-md:z-40 max-md:-mx-4 max-md:mb-3 max-md:border-b max-md:border-line',
        'max-md:bg-beige max-md:px-4 max-md:py-2 md:relative md:z-40 md:mb-5.5 md:pt-4.5',
      )}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-1.5 sm:gap-2 md:gap-3.5">
        <SitePopover />
        <div className="md:hidden">
          <Logo size={24} />
        </div>
        <SearchBox />
        <div className="ml-auto">
          <UserMenu />
        </div>
      </div>
    </header>
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

/** A thin bar while the next page loads. */
function NavigationLine() {
  if (!useIsLoading()) return null
  return <span aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-breathe bg-purple" />
}

/** Logging out ends when the next page is reached: from then on private pages redirect to the log-in again. */
function useArrival() {
  const { key } = useLocation()
  useEffect(() => useSession.setState({ isLeaving: false }), [key])
}

const INSTALL_AFTER_MS = 3_000

/** Registers the service worker for offline use and push, after the page has loaded. */
function installLater(): () => void {
  const timer = setTimeout(() => {
    void import('#web/offline/privacy.ts').then(({ watchPrivacy }) => watchPrivacy())
    void import('#web/offline/installed.ts').then(({ registerWorker }) => registerWorker())
  }, INSTALL_AFTER_MS)
  return () => clearTimeout(timer)
}

const MENU_CLOSES_MS = 100

/** After a navigation, keyboard focus moves to the new page. Scrolling is handled by the router. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const focusPage = () => main.current?.focus({ preventScroll: true })
    focusPage()
    // A closing menu returns the focus to its button, which happens after this effect.
    const timer = setTimeout(() => {
      if (document.activeElement?.getAttribute('aria-haspopup') === 'menu') focusPage()
    }, MENU_CLOSES_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return main
}
