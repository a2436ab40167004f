/** Passes requests for HTML to web/ and serves the built files: through Vite in development, from dist/ otherwise. It
 * knows web/ only by file path, and the catalogue only through /v1. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { VisitorRead, Wire } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type { getSettings } from '#contract/operator/settings.ts'
import { sharingReads } from './platform/database/shared-reads.ts'
import { AppError, notFound } from './platform/errors.ts'
import type { Log } from './platform/log.ts'
import {
  type Assets,
  PageBody,
  createAssetMap,
  etagOf,
  type Manifest,
  readFiles,
  sendBuiltFile,
  type TextFolders,
} from './pages/built-files.ts'
import { sendHtml } from './pages/send-html.ts'

type Rendered = { status: number; html: readonly string[]; location: string | null; error: unknown }
/** The one export of web/entry-server.tsx. */
type Render = (
  path: string,
  options: {
    readApi: VisitorRead
    assetsOf: (file: string | undefined, language: string) => Assets
    settings: Wire<typeof getSettings>
  },
) => Promise<Rendered>

export type PagesOptions = {
  mode: 'development' | 'built'
  readApi: VisitorRead
  settings: Wire<typeof getSettings>
  log: Log
  /** For hot reloading, in development. */
  server?: Server
}

export type Pages = {
  /** A rendered page; from the cache while it is fresh. */
  read: (path: string) => Promise<Page>
  /** Serves a file of the build, or Vite's response in development. Returns `true` when a response was sent. */
  serveFile: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>
  /** Clears the cache because something public has changed: the next request renders the page again. */
  forget: () => void
  close: () => Promise<void>
}

export type Page = { status: number; location: string | null; etag: string; body: PageBody }

const FRESH_MS = 5_000
/** A page that cannot be rendered, as while the database is unreachable, is served as it was at most this long ago. */
const SPARE_MS = 600_000
const MAX_CACHED = 500
/** Counted uncompressed; compressed copies take a fifth more. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024
const MAX_RENDERING = 8
const MAX_WAITING = 500
const PAGE_QUALITY = 4

/** `spare`: the newest page without an error. */
type KeptPage = { page: Promise<Page>; until: number; spare: { page: Page; until: number } | null; bytes: number }

/** Caches rendered pages for a few seconds and renders each path only once at a time. The
 * least recently used are evicted. */
export function createPageCache(render: (path: string) => Promise<Page>, now: () => number = Date.now) {
  const cached = new Map<string, KeptPage>()
  let keptBytes = 0
  const renderInTurn = inTurn(render)
  const drop = (path: string) => {
    keptBytes -= cached.get(path)?.bytes ?? 0
    cached.delete(path)
  }
  const dropOldest = () => {
    while (cached.size > MAX_CACHED || keptBytes > MAX_CACHED_BYTES) drop(cached.keys().next().value ?? '')
  }
  const read = (path: string): Promise<Page> => {
    const found = cached.get(path)
    if (found && found.until > now()) {
      cached.delete(path)
      cached.set(path, found)
      return found.page
    }
    const spare = found?.spare && found.spare.until > now() ? found.spare : null
    const entry: KeptPage = { page: orSpare(renderInTurn(path), spare?.page), until: now() + FRESH_MS, spare, bytes: 0 }
    drop(path)
    cached.set(path, entry)
    dropOldest()
    const weigh = (page: Page | null) => {
      // Evicted, or replaced by a newer request, in the meantime.
      if (cached.get(path) !== entry) return
      // Failed pages are not cached.
      if (page === null || page.status >= 500) return drop(path)
      if (page !== spare?.page) entry.spare = { page, until: now() + SPARE_MS }
      entry.bytes = page.body.plain.length
      keptBytes += entry.bytes
      dropOldest()
    }
    entry.page.then(weigh, () => weigh(null))
    return entry.page
  }
  const forget = () => {
    cached.clear()
    keptBytes = 0
  }
  return { read, forget }
}

/** The page, or the spare one when rendering fails. */
async function orSpare(rendering: Promise<Page>, spare: Page | undefined): Promise<Page> {
  try {
    const page = await rendering
    return page.status < 500 ? page : (spare ?? page)
  } catch (error) {
    if (spare === undefined) throw error
    return spare
  }
}

/** Paths that differ only in ignored query parameters are each rendered. So both the number of renders at a
 * time and the queue are limited. */
function inTurn(render: (path: string) => Promise<Page>): (path: string) => Promise<Page> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (path) => {
    if (waiting.length >= MAX_WAITING) throw new AppError(503, 'unavailable', errorCodes.unavailable, 1)
    if (running >= MAX_RENDERING) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await render(path)
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}

function toPage({ status, html, location }: Rendered): Page {
  const plain = Buffer.concat(html.map((piece) => Buffer.from(piece)))
  return { status, location, etag: etagOf(plain), body: new PageBody(plain, PAGE_QUALITY) }
}

/** An API call that responded with 503 has already logged its own line. */
function logFailure(log: Log, path: string, { status, error }: Rendered): void {
  if (error && status !== 503) log.error('page-failed', { path: path.split('?', 1)[0], error })
}

export async function createPages(options: PagesOptions): Promise<Pages> {
  return options.mode === 'development' ? developmentPages(options) : builtPages(options)
}

async function builtPages({ readApi, settings, log }: PagesOptions): Promise<Pages> {
  const [files, manifestText, wordsText] = await Promise.all([
    readFiles('dist/client'),
    readFile('dist/client/.vite/manifest.json', 'utf8'),
    readFile('dist/client/.vite/words.json', 'utf8'),
  ])
  const assetsOf = createAssetMap(JSON.parse(manifestText) as Manifest, JSON.parse(wordsText) as TextFolders)
  const { render } = (await import(pathToFileURL(resolve('dist/server/entry-server.js')).href)) as { render: Render }
  const { read, forget } = createPageCache(async (path) => {
    const rendered = await sharingReads(() => render(path, { readApi, settings, assetsOf }))
    logFailure(log, path, rendered)
    return toPage(rendered)
  })
  const serveFile: Pages['serveFile'] = async (request, response, path) => {
    const file = files.get(path)
    if (!file) return false
    await sendBuiltFile(request, response, file)
    return true
  }
  return { read, serveFile, forget, close: async () => undefined }
}

/** Vite serves its own files and ours in web/; every other path is a page. */
async function developmentPages({ readApi, settings, log, server }: PagesOptions): Promise<Pages> {
  const [{ createServer }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  const vite = await createServer({ server: { middlewareMode: true, ...(server && { hmr: { server } }) } })
  // React Fast Refresh needs this code before any component. It is a file because inline scripts are forbidden.
  const start = [
    react.preambleCode.replaceAll('__BASE__', '/'),
    ...['/@vite/client', '/web/entry-client.tsx'].map((module) => `await import('${module}')`),
  ].join('\n')
  const assets: Assets = {
    boot: '/web/boot.ts',
    scripts: ['/@start.js'],
    styles: ['/web/ui/theme.css?direct'],
    modules: [],
    fonts: [],
  }
  const read = async (path: string) => {
    const { render } = (await vite.ssrLoadModule('/web/entry-server.tsx')) as { render: Render }
    const rendered = await render(path, { readApi, settings, assetsOf: () => assets })
    logFailure(log, path, rendered)
    return toPage(rendered)
  }
  const serveFile: Pages['serveFile'] = (request, response, path) => {
    if (path === '/@start.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(start)
      return Promise.resolve(true)
    }
    return new Promise((resolveServed) => {
      response.once('close', () => resolveServed(true))
      vite.middlewares(request, response, () => resolveServed(false))
    })
  }
  return { read, serveFile, forget: () => undefined, close: () => vite.close() }
}

/** Paths for machines only: an HTML page there would hide that an endpoint does not exist. */
const NO_PAGES =
  /^\/(v1|sandbox\/(?!mail)[^/]+|files|cards|clips|downloads|rss|\.well-known|lnurlp|livez|readyz|metrics|openapi\.json)(\/|$)/i
/** Both an endpoint and a page: browser navigation gets the page. */
const ALSO_A_PAGE = /^\/sandbox\/mail\/?(\?|$)/i
/** Writes whose effect must be visible on pages immediately, such as publishing, or hiding a playlist or a comment. */
const CHANGES_PAGES =
  /^\/v1\/(artists|albums|tracks|podcasts|episodes|publish|splits|playlists|comments|downloads|preview-links|admin)(\/|$)/i
/** Pages that belong to those who have their address. */
const IS_PRIVATE = /^(\/[a-z]{2})?\/private\//i
const PATH_MAX = 2_000

/** Serves pages at every path that no other route matches. */
export function pagesRoutes(app: FastifyInstance, pages: Pages): void {
  // Before the response is sent: a client that then loads the page immediately sees the change.
  app.addHook('onSend', (request, reply, _answer, done) => {
    if (request.method !== 'GET' && reply.statusCode < 400 && CHANGES_PAGES.test(request.url)) pages.forget()
    done()
  })
  app.addHook('onClose', () => pages.close())
  app.addHook('onRequest', async (request, reply) => {
    if (!ALSO_A_PAGE.test(request.url) || request.headers.accept?.includes('text/html') !== true) return
    await respond(pages, request, reply)
    return reply
  })
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: (request, reply) => respond(pages, request, reply) })
}

async function respond(pages: Pages, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const path = request.url.split('?', 1)[0] ?? '/'
  if (NO_PAGES.test(path) || request.url.length > PATH_MAX) throw notFound()
  if (await pages.serveFile(request.raw, reply.raw, path)) return reply.hijack()
  if (extname(path) !== '' && !acceptsPages(request)) throw notFound()
  // From here on the response is an HTML page, even if it only says that nothing was found.
  const page = await pages.read(request.url)
  // A released name can be taken again: a browser that cached the old redirect could then redirect in a loop.
  if (page.location !== null) return reply.header('cache-control', 'no-cache').redirect(page.location, page.status)
  void reply
    .header(
      'cache-control',
      page.status === 200 && !IS_PRIVATE.test(path)
        ? 'public, max-age=0, s-maxage=5, stale-while-revalidate=30, stale-if-error=600'
        : 'no-store',
    )
    // Some paths return data when the client requests data.
    .header('vary', 'accept, accept-encoding')
  return sendHtml(request, reply, page)
}

function acceptsPages(request: FastifyRequest): boolean {
  const accepted = request.headers.accept
  return accepted === undefined || /text\/html|\*\/\*/.test(accepted)
}
