/** The frame around all pages: header, player, toasts. It is mounted once and stays across navigations. */
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useIsLoading, useLocation, usePageLook } from '#web/navigation/navigation.tsx'
import { useActiveTrack } from '#web/player/state/store.ts'
import { PlayerBar } from '#web/player/bar/player-bar.tsx'
import { PickerHost } from '#web/playlists/picker-host.tsx'
import { hasPage } from '#web/routes.ts'
import { takeOverLanguage } from '#web/frame/language-choice.ts'
import { useSettings, useSite } from '#web/data/site.ts'
import { useAccount, useSessionEnd } from '#web/session/account.ts'
import { useLiveHeader } from '#web/session/notifications.ts'
import { useSession, wakeSession } from '#web/session/session.ts'
import { Header } from './header.tsx'
import { LanguageLine } from './language-links.tsx'
import { BottomBar } from './site-nav.tsx'
import { SiteFooter } from './site-footer.tsx'
import { takeOverTheme } from '#web/frame/theme.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Toasts } from '#web/ui/overlays/toast.tsx'
import { t } from '#web/words/words.ts'
import { ZapHost } from '#web/zap/zap-host.tsx'

const GiftLine = lazy(async () => ({ default: (await import('#web/gift/gift-line.tsx')).GiftLine }))

export function Shell({ children }: { children: ReactNode }) {
  useEffect(wakeSession, [])
  useSessionEnd()
  useLiveHeader()
  useArrival()
  useEffect(installLater, [])
  const main = useFocusOnNavigation()
  const { isWide } = usePageLook()
  return (
    <>
      <a href="#content" className="skip-link">
        {t('shell.skip')}
      </a>
      <OwnTheme />
      <OwnLanguage />
      <NavigationLine />
      <Flood>
        <SandboxStrip />
        <Header />
        <LanguageLine />
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          data-quiet-focus
          className={classNames('pb-(--band)', isWide ? 'gut' : 'desk')}
        >
          {children}
        </main>
        <SiteFooter />
      </Flood>
      <PlayerBar />
      <FirstZap />
      <ZapHost />
      <PickerHost />
      <BottomBar />
      <Toasts />
    </>
  )
}

/** Loaded with the first play. */
function FirstZap() {
  const hasPlayed = useActiveTrack() !== null
  return <Suspense fallback={null}>{hasPlayed && <GiftLine />}</Suspense>
}

/** The whole page in the colours of its picture, or on paper. */
function Flood({ children }: { children: ReactNode }) {
  const { style } = usePageLook()
  return (
    <div style={style} className={classNames('flex min-h-dvh flex-col bg-beige text-ink', style && 'flood')}>
      {children}
    </div>
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

function SandboxStrip() {
  const { isSandbox } = useSettings()
  if (!isSandbox) return null
  return (
    <aside
      data-strip
      aria-label={t('shell.sandboxNote')}
      className="bar-sizes bg-purple-soft px-4 py-1.5 text-center text-sm"
    >
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
    void import('#web/offline/start-offline.ts').then(({ startOffline }) => startOffline())
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
