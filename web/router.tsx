/** Opens the page of an address, for the browser and for the server alike: its code, its data, or why it is not there.
 * Not a place for pages: those stand in their rooms and are named in routes.ts. */
import type { ComponentType } from 'react'
import { ApiError } from './api.ts'
import { FailurePage } from './failure.tsx'
import { matchPath } from './navigation/matching.ts'
import { ShownPage } from './navigation/navigation.tsx'
import { PageRefusal, Redirect, type Opened } from './navigation/router.ts'
import { pages, type PageRoute } from './routes.ts'
import type { Site } from './site.ts'
import { Shell } from './shell.tsx'

/** What a page is given to fetch with, on the server and in the browser. */
export type Visit = { site: Site; params: Readonly<Record<string, string | undefined>>; url: URL }

/** What a page file exports. `load` fills the query cache; what it throws becomes the error screen and its status. */
export type PageModule = { Page: ComponentType; load?: (visit: Visit) => Promise<unknown> }

/** Those that visitors come to; the rest is the list of own-pages.tsx. */
const files = import.meta.glob<PageModule>([
  './*/*-page.tsx',
  '!./{admin,design,docs,messages,onboarding,sandbox,settings,studio,wallet}/*',
])

/** Everything below the providers: the shell, and in it the page that is shown. */
export const everyPage = (
  <Shell>
    <ShownPage Failure={FailurePage} />
  </Shell>
)

type Address = { pathname: string; search: string }
/** `isFilled`: what its `load` fetches is in the cache, with the document the server has sent. */
type Opening = { site: Site; isFilled?: boolean }

/** Throws a `Redirect` where the page is somewhere else. */
export async function openPage({ pathname, search }: Address, { site, isFilled = false }: Opening): Promise<Opened> {
  const match = matchPath(pages, pathname)
  const params = match?.params ?? {}
  try {
    if (match === null) throw new PageRefusal(404)
    const { Page, load } = await readPage(match.route)
    if (!isFilled) await load?.({ site, params, url: new URL(pathname + search, 'http://page') })
    return { Page, params, failure: null }
  } catch (failure) {
    if (failure instanceof Redirect) throw failure
    // 0 means that the server was silent.
    const refusal = failure instanceof ApiError ? new PageRefusal(statusOf(failure), { code: failure.code }) : failure
    return { Page: Nothing, params, failure: refusal }
  }
}

/** What was there has a page of its own that says so. */
const statusOf = ({ code, status }: ApiError): number => (code === 'content-gone' ? 410 : status || 503)

const Nothing = () => null

async function readPage({ access, path, file }: PageRoute): Promise<PageModule> {
  const load = files[`./${file}`]
  if (access === 'public' && load) return load()
  const { readOwnPage } = await import('./own-pages.tsx')
  return readOwnPage(path, file, access)
}
