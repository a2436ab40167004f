/** Draws what the router has come to, and tells whoever asks where one is.
 * Not the links; they are in link.tsx. */
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
import type { Location, NavigateOptions, Router, Shown } from './router.ts'

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

/** For the server: one page, and nowhere to go from it. */
export function StillPage({ prefix, shown, children }: { prefix: string; shown: Shown; children: ReactNode }) {
  const stay = async () => undefined
  return <PlaceContext value={{ router: { prefix, navigate: stay, revalidate: stay }, shown }}>{children}</PlaceContext>
}

export function MovingPages({ router, children }: { router: Router; children: ReactNode }) {
  const [shown, setShown] = useState(router.first)
  const [isLoading, setIsLoading] = useState(false)
  const [morph, setMorph] = useState<readonly string[]>([])
  const tellDrawn = useRef<(() => void) | null>(null)
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
        // First the picture that is to grow gets its name, in the page that goes.
        flushSync(() => setMorph([from.location.pathname, change.shown.location.pathname]))
        const transition = document.startViewTransition(
          () =>
            new Promise<void>((resolve) => {
              tellDrawn.current = resolve
              draw()
            }),
        )
        void transition.finished.finally(() => setMorph([]))
        // One that is cut short is no fault.
        transition.ready.catch(() => undefined)
        transition.updateCallbackDone.catch(() => undefined)
      }),
    [router],
  )
  useEffect(() => {
    tellDrawn.current?.()
  }, [shown])
  // Braces, since in some browsers scrolling returns a promise, and React takes what an effect returns for its end.
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
  const marked = location.hash === '' ? null : document.getElementById(decode(location.hash.slice(1)))
  if (marked) marked.scrollIntoView()
  else scrollTo(0, 0)
}

/** The page itself, or what stands in its place when it cannot be had or drawn. */
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

/** A page that fails while it is drawn; the next place is a new try. */
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
/** The next page is on its way. */
export const useIsLoading = (): boolean => use(LoadingContext)
export const useRevalidate = (): (() => Promise<void>) => usePlace().router.revalidate
export const useLocation = (): Location => usePlace().shown.location
export const useParams = (): Params => usePlace().shown.params
export const useNavigate = (): Router['navigate'] => usePlace().router.navigate
export const usePrefix = (): string => usePlace().router.prefix
/** Whether the page at this address is growing out of this one, or shrinking back into it. */
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
