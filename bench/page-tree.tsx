/** Built for bench/page-render.ts only: the page as our server renders it, and React's renderToString of the same tree. */
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { createCall } from '#web/api.ts'
import { App } from '#web/app.tsx'
import { createQueries } from '#web/queries.ts'
import { createRoutes, loaderSite } from '#web/router.tsx'
import type { RenderOptions } from '#web/entry-server.tsx'
import type { Site } from '#web/site.ts'

export { render } from '#web/entry-server.tsx'

/** Loads everything the page needs once; what it returns renders the same tree again and again, and nothing else. */
export async function prepareTree(path: string, { fetchApi, settings }: RenderOptions): Promise<() => string> {
  const handler = createStaticHandler(createRoutes())
  const site: Site = { call: createCall((address) => fetchApi(address)), queries: createQueries(), settings }
  const requestContext = new RouterContextProvider(new Map([[loaderSite, site]]))
  const context = await handler.query(new Request(new URL(path, 'http://page')), { requestContext })
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return () =>
    renderToString(
      <App site={site}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>,
    )
}
