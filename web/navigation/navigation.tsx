/** Renders the router's current page and provides the current location. Links are in link.tsx. */
import {
  Component,
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { decode, type Params } from './matching.ts'
import type { Location, NavigateOptions, PageLook, Router, Shown } from './router.ts'

type Place = { router: Pick<Router, 'prefix' | 'navigate' | 'revalidate'>; shown: Shown }

const PlaceContext = createContext<Place | null>(null)
const LoadingContext = createContext(false)
const MorphContext = createContext<readonly string[]>([])
const FailureContext = createContext<unknown>(null)

function usePlace(): Place {
  const place = use(PlaceContext)
  if (!place) throw new Error('outside of the router')
  return place
}

/** For the server: one page, without navigation. */
export function StillPage({ prefix, shown, children }: { prefix: string; shown: Shown; children: ReactNode }) {
  const stay = async () => undefined
  return <PlaceContext value={{ router: { prefix, navigate: stay, revalidate: stay }, shown }}>{children}</PlaceContext>
}

export function MovingPages({ router, children }: { router: Router; children: ReactNode }) {
  const [shown, setShown] = useState(router.first)
  const [isLoading, setIsLoading] = useState(false)
  const [morph, setMorph] = useState<readonly string[]>([])
  const resolveDrawn = useRef<(() => void) | null>(null)
  const current = useRef(router.first)
  useEffect(() => router.listen(), [router])
  useEffect(
    () =>
      router.follow((change) => {
        const from = current.current
        current.current = change.shown
        const draw = () =>
          startTransition(() => {
            setIsLoading(change.isLoading)
            setShown(change.shown)
          })
        if (change.isLoading || !change.shown.isMorph || !('startViewTransition' in document)) return draw()
        // The image that will be animated must first be named in the old page.
        flushSync(() => setMorph([from.location.pathname, change.shown.location.pathname]))
        const transition = document.startViewTransition(
          () =>
            new Promise<void>((resolve) => {
              resolveDrawn.current = resolve
              draw()
            }),
        )
        void transition.finished.finally(() => setMorph([]))
        // An interrupted transition is not an error.
        transition.ready.catch(() => undefined)
        transition.updateCallbackDone.catch(() => undefined)
      }),
    [router],
  )
  useEffect(() => {
    resolveDrawn.current?.()
  }, [shown])
  // Braces, because in some browsers scrolling returns a promise, and React would take it for a cleanup function.
  useLayoutEffect(() => {
    scrollFor(shown)
  }, [shown])
  const place = useMemo(() => ({ router, shown }), [router, shown])
  return (
    <PlaceContext value={place}>
      <LoadingContext value={isLoading}>
        <MorphContext value={morph}>{children}</MorphContext>
      </LoadingContext>
    </PlaceContext>
  )
}

function scrollFor({ scroll, location }: Shown): void {
  if (scroll === 'stay') return
  if (typeof scroll === 'number') {
    scrollTo(0, scroll)
    return
  }
  const marked = document.getElementById(decode(location.hash.slice(1)))
  if (marked) marked.scrollIntoView()
  else scrollTo(0, 0)
}

/** The page itself, or the error screen if it could not be loaded or rendered. */
export function ShownPage({ Failure }: { Failure: ComponentType }) {
  const { Page, failure, location } = usePlace().shown
  if (failure !== null) {
    return (
      <FailureContext value={failure}>
        <Failure />
      </FailureContext>
    )
  }
  return (
    <Boundary place={location.key} Failure={Failure}>
      <Page />
    </Boundary>
  )
}

type BoundaryProps = { place: string; Failure: ComponentType; children: ReactNode }

/** Catches errors while a page is rendered. The next navigation clears the error. */
class Boundary extends Component<BoundaryProps, { failure: unknown; place: string }> {
  override state = { failure: null as unknown, place: this.props.place }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error('nothing was thrown') }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: { place: string }) {
    return state.place === place ? null : { failure: null, place }
  }

  override render() {
    const { Failure, children } = this.props
    if (this.state.failure === null) return children
    return (
      <FailureContext value={this.state.failure}>
        <Failure />
      </FailureContext>
    )
  }
}

export const useRouteError = (): unknown => use(FailureContext)
/** True while the next page loads. */
export const useIsLoading = (): boolean => use(LoadingContext)
export const useRevalidate = (): (() => Promise<void>) => usePlace().router.revalidate
export const useLocation = (): Location => usePlace().shown.location
export const usePageLook = (): PageLook => usePlace().shown.look
export const useParams = (): Params => usePlace().shown.params
export const useNavigate = (): Router['navigate'] => usePlace().router.navigate
export const usePrefix = (): string => usePlace().router.prefix
/** Whether a view transition to or from the page at this address is in progress. */
export const useViewTransitionState = (path: string): boolean => use(MorphContext).includes(path)

type NextSearch = URLSearchParams | Record<string, string>
type SetSearch = (next: NextSearch | ((before: URLSearchParams) => NextSearch), options?: NavigateOptions) => void

export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setSearch = useCallback<SetSearch>(
    (next, options) => {
      const query = new URLSearchParams(typeof next === 'function' ? next(new URLSearchParams(params)) : next)
      void navigate(query.size === 0 ? pathname : `${pathname}?${query}`, options)
    },
    [navigate, params, pathname],
  )
  return [params, setSearch]
}
