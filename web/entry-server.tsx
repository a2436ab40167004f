/** Renders one address to HTML, always as a visitor, so that a page is the same for everybody.
 * Not HTTP and not caching: that is server/pages.ts. */
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import { createCall, type Transport } from './api.ts'
import { App } from './app.tsx'
import { writeDocument, type PageAssets } from './document.ts'
import { createQueries } from './queries.ts'
import { createRoutes, ERROR_ROUTE_ID, loaderSite } from './router.tsx'
import { pages } from './routes.ts'
import type { Site, SiteSettings } from './site.ts'
import { collectQueries, writeState, type PageFailure } from './state.ts'

export type RenderOptions = {
  fetchApi: (path: string) => Promise<{ status: number; json: unknown }>
  /** Assets of a page by the file that holds it. */
  assetsOf: (file: string | undefined) => PageAssets
  settings: SiteSettings
}
export type Rendered = { status: number; html: string; location: string | null; error: unknown }

const handler = createStaticHandler(createRoutes())

const LANGUAGE = 'en'
const RENDER_TIMEOUT_MS = 10_000

/** `path` begins with a slash and may carry a query. */
export async function render(path: string, options: RenderOptions): Promise<Rendered> {
  const site: Site = {
    call: createCall(visitorTransport(options)),
    queries: createQueries(),
    settings: options.settings,
  }
  try {
    const requestContext = new RouterContextProvider(new Map([[loaderSite, site]]))
    const context = await handler.query(new Request(new URL(`http://page${path}`)), { requestContext })
    if (context instanceof Response) {
      return { status: context.status, html: '', location: context.headers.get('location') ?? '/', error: null }
    }
    const { failure, error, head, root } = await renderOrFail(context, site)
    const state = writeState({ settings: options.settings, queries: collectQueries(site.queries), failure })
    const matched = context.matches.at(-1)?.route.id
    const file = pages.find((page) => page.path === matched && page.access === 'public')?.file
    const html = writeDocument({ language: LANGUAGE, head, root, state, assets: options.assetsOf(file) })
    return { status: failure?.status ?? context.statusCode, html, location: null, error }
  } finally {
    site.queries.clear()
  }
}

type Shown = { failure: PageFailure | null; error: unknown; head: string; root: string }

/** Renders the page; if it cannot be rendered, the error screen in its place. */
async function renderOrFail(context: StaticHandlerContext, site: Site): Promise<Shown> {
  const thrown = context.errors?.[ERROR_ROUTE_ID]
  const failure = thrown === undefined ? null : failureOf(thrown)
  // Both sides must show the same error, and the browser only learns its status.
  if (failure) context.errors = { [ERROR_ROUTE_ID]: { ...failure, statusText: '', internal: false } }
  const error = failure && failure.status >= 500 ? thrown : null
  try {
    const app = (
      <App site={site}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    )
    return { failure, error, ...(await renderApp(app)) }
  } catch (fault) {
    if (failure) throw fault
    context.errors = { [ERROR_ROUTE_ID]: fault }
    return { ...(await renderOrFail(context, site)), error: fault }
  }
}

function visitorTransport({ fetchApi }: RenderOptions): Transport {
  return async (path, init) => {
    if (init.method !== 'GET') throw new Error(`rendering must not write: ${init.method} ${path}`)
    return fetchApi(path)
  }
}

function failureOf(error: unknown): PageFailure {
  return isRouteErrorResponse(error) ? { status: error.status, data: error.data } : { status: 500, data: null }
}

const ROOT = '<div id="root"'

/** React writes what belongs into the head first and the page after it. The root holds the tree alone, without
 * neighbours: otherwise the ids React makes would differ between server and browser. */
async function renderApp(app: ReactNode): Promise<{ head: string; root: string }> {
  const html = await renderToText(<div id="root">{app}</div>)
  const start = html.indexOf(ROOT)
  return { head: html.slice(0, start), root: html.slice(start) }
}

function renderToText(node: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(timer)
        resolve(Buffer.concat(chunks).toString('utf8'))
        done()
      },
    })
    let failed: Error | undefined
    const stream = renderToPipeableStream(node, {
      // Late parts would come with inline scripts; whole pages need none.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        if (failed === undefined) stream.pipe(sink)
        else reject(failed)
      },
      onShellError: reject,
      onError: (error) => {
        failed = error instanceof Error ? error : new Error(String(error))
      },
    })
    const timer = setTimeout(() => stream.abort(new Error('rendering took too long')), RENDER_TIMEOUT_MS)
    timer.unref()
  })
}
