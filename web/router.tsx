/** Turns the map of addresses into React Router's data-mode routes, for the browser and for the server alike.
 * Not a place for pages: those stand in their rooms and are named in routes.ts. */
import { lazy, Suspense, type ComponentType } from 'react'
import { createContext, data, Navigate, useLocation, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { ApiError } from './api.ts'
import { FailurePage } from './failure.tsx'
import { pages, type PageRoute } from './routes.ts'
import type { Site } from './site.ts'
import { useSession } from './session/session.ts'
import { Shell } from './shell.tsx'
import { PageSkeleton } from './ui/skeleton.tsx'
import { t } from './words/words.ts'

/** What a page is given to fetch with, on the server and in the browser. */
export type Visit = { site: Site; params: Readonly<Record<string, string | undefined>>; url: URL }

/** What a page file exports. `load` fills the query cache; what it throws becomes the error screen and its status. */
export type PageModule = { Page: ComponentType; load?: (visit: Visit) => Promise<unknown> }

/** Where errors of pages end up: below the shell, so that header and player stay. */
export const ERROR_ROUTE_ID = 'pages'

/** How loaders come to the site: routes are made once, site once a request on the server. */
export const loaderSite = createContext<Site>()

const files = import.meta.glob<PageModule>('./*/*-page.tsx')

export function createRoutes(): RouteObject[] {
  return [
    {
      id: 'shell',
      Component: Shell,
      children: [
        {
          id: ERROR_ROUTE_ID,
          ErrorBoundary: FailurePage,
          children: [
            ...pages.map((page) => toRoute(page)),
            { id: 'missing', path: '*', loader: refuseMissing, Component: () => null },
          ],
        },
      ],
    },
  ]
}

async function loadFile(file: PageRoute['file']): Promise<PageModule> {
  const load = files[`./${file}`]
  if (!load) throw new Error(`no page file ${file}`)
  return load()
}

function toRoute(page: PageRoute): RouteObject {
  if (page.access === 'private') return { id: page.path, path: page.path, Component: createPrivatePage(page) }
  return {
    id: page.path,
    path: page.path,
    lazy: async () => {
      const { Page, load } = await loadFile(page.file)
      return { Component: Page, ...(load && { loader: (visit: LoaderFunctionArgs) => runLoad(load, visit) }) }
    },
  }
}

async function runLoad(load: NonNullable<PageModule['load']>, { context, params, request }: LoaderFunctionArgs) {
  try {
    await load({ site: context.get(loaderSite), params, url: new URL(request.url) })
    return null
  } catch (error) {
    // A status the router understands becomes the status of the page. 0 means that the server was silent.
    if (error instanceof ApiError) throw data({ code: error.code }, { status: error.status || 503 })
    throw error
  }
}

function refuseMissing(): never {
  throw data({ code: 'not-found' }, { status: 404 })
}

/** On the server and until the browser knows who is there, the shape of a page; then the page, or the way to log in. */
function createPrivatePage(page: PageRoute): ComponentType {
  const Page = lazy(async () => ({ default: (await loadFile(page.file)).Page }))
  return function PrivatePage() {
    const { session, isAwake } = useSession()
    const { pathname, search } = useLocation()
    if (!isAwake) return <PageSkeleton label={t('common.loading')} />
    if (!session) return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />
    return (
      <Suspense fallback={<PageSkeleton label={t('common.loading')} />}>
        <Page />
      </Suspense>
    )
  }
}
