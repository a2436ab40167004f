/** Wakes the server's page in the browser: takes over its data, loads the first page's code, hydrates. */
import './ui/theme.css'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  RouterContextProvider,
  type HydrationState,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createCall, fetchTransport } from './api.ts'
import { App } from './app.tsx'
import { createQueries } from './queries.ts'
import { createRoutes, ERROR_ROUTE_ID, loaderSite } from './router.tsx'
import type { Site } from './site.ts'
import { readToken } from './session/session.ts'
import { readState } from './state.ts'

const queries = createQueries()
const { settings, failure } = readState(document.getElementById('state')?.textContent ?? '', queries)
const site: Site = { call: createCall(fetchTransport, readToken), queries, settings }
const routes = createRoutes()

const matched = (matchRoutes(routes, location) ?? []).map(({ route }) => route)
await Promise.all(matched.map(loadLazy))

// Without a value for each, the router would fetch again and show nothing meanwhile.
const loaderData = Object.fromEntries(matched.flatMap(({ id, loader }) => (id && loader ? [[id, null]] : [])))
const hydrationData: HydrationState = failure
  ? { loaderData, errors: { [ERROR_ROUTE_ID]: { ...failure, statusText: '', internal: false } } }
  : { loaderData }

const getContext = () => new RouterContextProvider(new Map([[loaderSite, site]]))

const root = document.getElementById('root')
if (!root) throw new Error('no root in the page')
hydrateRoot(
  root,
  <App site={site}>
    <RouterProvider router={createBrowserRouter(routes, { hydrationData, getContext })} />
  </App>,
)

/** The first page's code must be there before hydration, or React would hydrate a fallback. */
async function loadLazy(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}
