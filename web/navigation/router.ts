/** Navigates between pages without reloading the document: fetches what the next page needs, then shows it.
 * It handles addresses and the browser's history. Rendering is navigation.tsx; pages are supplied by the caller. */
import type { ComponentType, CSSProperties } from 'react'
import type { Params } from './matching.ts'

/** Without the prefix of the site: '/de/album/1' is '/album/1' when all addresses begin with '/de'. */
export type Location = { pathname: string; search: string; hash: string; key: string }
/** What an address resolved to: a page, or the failure to show. */
export type Opened = { Page: ComponentType; params: Params; look: PageLook; failure: unknown }
/** How the frame is drawn around a page: with these colours, if it has its own, and over the whole width of the window or
 * in a column. */
export type PageLook = { style: CSSProperties | undefined; isWide: boolean }
export type Shown = Opened & {
  location: Location
  /** Where to scroll: to a saved position, to the top or the hash, or nowhere. */
  scroll: number | 'top' | 'stay'
  /** The navigation is shown as a view transition. */
  isMorph: boolean
}
export type NavigateOptions = Partial<Record<'replace' | 'preventScrollReset' | 'viewTransition', boolean | undefined>>
export type Router = {
  prefix: string
  first: Shown
  navigate: (to: string, options?: NavigateOptions) => Promise<void>
  /** Loads the current page again. */
  revalidate: () => Promise<void>
  follow: (listener: (change: { isLoading: boolean; shown: Shown }) => void) => () => void
  /** Handles the browser's back and forward buttons; returns a function that stops it. */
  listen: () => () => void
}

/** Thrown while a page is being opened: it has moved. */
export class Redirect extends Error {
  readonly to: string
  readonly status: number

  constructor(to: string, status: number) {
    super(`moved to ${to}`)
    this.to = to
    this.status = status
  }
}

export const redirect = (to: string, status = 302): Redirect => new Redirect(to, status)

/** Thrown while a page is being opened: the status to respond with, and the server's reason. */
export class PageRefusal extends Error {
  readonly status: number
  readonly reason: string | null

  constructor(status: number, reason: string | null = null) {
    super(`page refused with ${status}`)
    this.status = status
    this.reason = reason
  }
}

type Open = (address: { pathname: string; search: string }) => Promise<Opened>
/** How a page was reached: by a link, replacing the page before, or by the browser's buttons. */
type Navigation = 'push' | 'replace' | 'back'

/** Set while something that Back closes has been open (web/ui/overlays/back-entries.ts): returns true when the page of this key
 * and address stays. */
export const overlays: { pop?: (state: unknown, key: string, address: string) => boolean } = {}

const SCROLLS_KEY = 'scroll-positions'
const SCROLLS_MAX = 200

const newKey = () => Math.random().toString(36).slice(2, 10)

export function readAddress(href: string, prefix: string, key: string): Location {
  const { pathname, search, hash } = new URL(href, 'http://page')
  const isBelow = pathname === prefix || pathname.startsWith(`${prefix}/`)
  return { pathname: (isBelow ? pathname.slice(prefix.length) : pathname) || '/', search, hash, key }
}

/** An address that begins with a question mark or a hash is relative to the current page. */
export function writeAddress(to: string, prefix: string): string {
  if (/^[?#]/.test(to)) return to
  return to === '/' ? prefix || '/' : prefix + to
}

const onPage = (to: string, { pathname, search }: Location): string => {
  if (to.startsWith('?')) return pathname + to
  return to.startsWith('#') ? pathname + search + to : to
}

/** `to` is a hash on this page, so there is nothing to fetch. */
const isPlaceOn = ({ pathname, search }: Location, to: Location) =>
  to.pathname === pathname && to.search === search && to.hash !== ''

/** Back closes what is open over the page, or leaves it: the entry below is of the same page. */
const isUnderOverlay = (to: Location, from: Location) => history.state?.overlays && to.pathname === from.pathname

/** The same page again keeps what is open over it. */
const stateOf = (to: Location, from: Location) => (to.key === from.key ? history.state : { key: to.key })

/** The entry of something that was open over the page before is not needed any more. */
const writeEntry = (navigation: 'push' | 'replace', state: unknown, address: string) =>
  history[`${history.state?.overlays ? 'replace' : navigation}State`](state, '', address)

const wholeOf = ({ pathname, search, hash }: Location) => pathname + search + hash

/** The first page: on the server, and in the document the browser loaded. */
export function createShown(location: Location, opened: Opened): Shown {
  return { ...opened, location, scroll: 'stay', isMorph: false }
}

export function createRouter({ prefix, first, open }: { prefix: string; first: Opened; open: Open }): Router {
  const locate = (href: string, key: string) => readAddress(href, prefix, key)
  const here = locate(location.href, keyOf(history.state))
  const listeners = new Set<Parameters<Router['follow']>[0]>()
  const scrolls = readScrolls()
  let shown: Shown = { ...createShown(here, first), scroll: scrolls.get(here.key) ?? 'stay' }
  const morphs = new Set<string>()
  /** The page that is shown or loading. */
  let latest = here

  const notify = (isLoading: boolean) => listeners.forEach((listener) => listener({ isLoading, shown }))

  async function go(to: Location, navigation: Navigation, options: NavigateOptions): Promise<void> {
    latest = to
    let opened: Opened = shown
    if (navigation === 'replace' || !isPlaceOn(shown.location, to)) {
      notify(true)
      try {
        opened = await open(to)
      } catch (thrown) {
        if (to !== latest) return
        if (!(thrown instanceof Redirect)) throw thrown
        const next = locate(writeAddress(thrown.to, prefix), to.key)
        return go(next, navigation === 'back' ? 'replace' : navigation, options)
      }
    }
    // The user has navigated elsewhere meanwhile.
    if (to === latest) show(to, opened, navigation, options)
  }

  function show(to: Location, opened: Opened, navigation: Navigation, options: NavigateOptions): void {
    const from = shown.location
    const isBack = navigation === 'back'
    scrolls.set(from.key, scrollY)
    if (!isBack) writeEntry(navigation, stateOf(to, from), writeAddress(wholeOf(to), prefix))
    if (options.viewTransition) morphs.add(`${from.pathname} ${to.pathname}`)
    shown = {
      ...opened,
      location: to,
      scroll: (isBack ? scrolls.get(to.key) : undefined) ?? (options.preventScrollReset ? 'stay' : 'top'),
      // Going back uses the transition that going there used.
      isMorph: options.viewTransition === true || (isBack && morphs.has(`${to.pathname} ${from.pathname}`)),
    }
    notify(false)
  }

  function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
    const next = locate(writeAddress(onPage(to, shown.location), prefix), newKey())
    if (options.replace && isUnderOverlay(next, shown.location)) next.key = shown.location.key
    return go(next, options.replace || wholeOf(next) === wholeOf(shown.location) ? 'replace' : 'push', options)
  }

  const goBack = (state: unknown) =>
    overlays.pop?.(state, latest.key, writeAddress(wholeOf(latest), prefix)) ||
    void go(locate(location.href, keyOf(state)), 'back', {})

  return {
    prefix,
    first: shown,
    navigate,
    revalidate: () => go({ ...shown.location }, 'replace', { preventScrollReset: true }),
    follow: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    listen: () => listenToBrowser(goBack, () => saveScrolls(scrolls.set(shown.location.key, scrollY))),
  }
}

/** Returns a function that stops it. */
function listenToBrowser(onBack: (state: unknown) => void, onLeave: () => void): () => void {
  const listening = new AbortController()
  const { signal } = listening
  history.scrollRestoration = 'manual'
  addEventListener('popstate', ({ state }) => onBack(state), { signal })
  addEventListener(
    'pagehide',
    () => {
      onLeave()
      history.scrollRestoration = 'auto'
    },
    { signal },
  )
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'), { signal })
  return () => listening.abort()
}

/** Entries this router did not create have their address as key: several documents may be opened in one tab. */
export const keyOf = (state: unknown): string => (state as { key?: string } | null)?.key ?? location.href

/** Scroll positions by history entry; the tab's session storage survives a reload. */
function readScrolls(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(SCROLLS_KEY) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

function saveScrolls(scrolls: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(SCROLLS_KEY, JSON.stringify([...scrolls].slice(-SCROLLS_MAX)))
  } catch {
    // Storage is full or disabled: pages start at the top.
  }
}
