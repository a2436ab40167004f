/** Opens the page of an address, in the browser and on the server: its code and data, or the error to show.
 * Pages themselves are in their modules and listed in routes.ts. */
import { lazy, Suspense } from 'react'
import { ApiError } from './data/api.ts'
import { FailurePage } from './frame/failure.tsx'
import { matchPath } from './navigation/matching.ts'
import { ShownPage } from './navigation/navigation.tsx'
import { PageRefusal, Redirect, type Opened } from './navigation/router.ts'
import type { PageModule } from './frame/page.ts'
import { isWidePage, pages, type PageRoute } from './routes.ts'
import type { Site } from './data/site.ts'
import { Shell } from './shell/shell.tsx'
import { floodStyle } from './ui/flood.ts'

/** Pages a visit may begin with; the others are listed in own-pages.tsx. */
const files = import.meta.glob<PageModule>([
  './*/*-page.tsx',
  '!./{admin,bulk,design,docs,fans,feed,legal,library,messages,notifications,onboarding,open,sandbox,settings,studio,team,wallet}/*',
  '!./account/{forgot-password,hold,key,new-key,reset-password,return,verify-email}-page.tsx',
  '!./{catalog/for-you,events/door,playlists/playlists,playlists/smart,purchase/preview,purchase/redeem}-page.tsx',
])

const ChartShelf = lazy(async () => ({ default: (await import('./content/empty/empty-shelf.tsx')).ChartShelf }))

const Failure = () => (
  <FailurePage
    shelf={
      <Suspense fallback={null}>
        <ChartShelf />
      </Suspense>
    }
  />
)

/** Everything below the providers: the shell with the current page in it. */
export const everyPage = (
  <Shell>
    <ShownPage Failure={Failure} />
  </Shell>
)

type Address = { pathname: string; search: string }
/** `isFilled`: the query cache already holds the page's data, because it came with the server's document. */
type Opening = { site: Site; isFilled?: boolean }

/** Throws a `Redirect` when the page has moved. */
export async function openPage({ pathname, search }: Address, { site, isFilled = false }: Opening): Promise<Opened> {
  const match = matchPath(pages, pathname)
  const params = match?.params ?? {}
  try {
    if (match === null) throw new PageRefusal(404)
    const { Page, load, coloursOf } = await readPage(match.route)
    const visit = { site, params, url: new URL(pathname + search, 'http://page') }
    if (!isFilled) await load?.(visit)
    const look = { style: floodStyle(coloursOf?.(visit)), isWide: isWidePage(match.route) }
    return { Page, params, look, failure: null }
  } catch (failure) {
    if (failure instanceof Redirect) throw failure
    // 0 means that there was no response.
    const refusal = failure instanceof ApiError ? new PageRefusal(statusOf(failure), failure.message) : failure
    return { Page: Nothing, params, look: FAILED_LOOK, failure: refusal }
  }
}

/** Content that was removed has its own error screen. */
const statusOf = ({ code, status }: ApiError): number => (code === 'content-gone' ? 410 : status || 503)

/** The default colours, over the whole width. */
export const FAILED_LOOK = { style: {}, isWide: true }

const Nothing = () => null

async function readPage({ access, path, file }: PageRoute): Promise<PageModule> {
  const load = files[`./${file}`]
  if (access === 'public' && load) return load()
  const { readOwnPage } = await import('./own-pages.tsx')
  return readOwnPage(path, file, access)
}
