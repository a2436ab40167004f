/** Renders one address to HTML, always for a signed-out visitor, so that a page is the same for everybody.
 * HTTP and caching are in server/pages.ts. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { type Language, PLAIN_LANGUAGE, prefixOf } from '#contract/languages.ts'
import type { VisitorRead } from '#contract/endpoint.ts'
import { createVisitorCall } from './data/api.ts'
import { App } from './app.tsx'
import { writeDocument, type PageAssets } from './shell/document.ts'
import { createQueries } from './data/queries.ts'
import { matchPath } from './navigation/matching.ts'
import { StillPage } from './navigation/navigation.tsx'
import { createShown, PageRefusal, readAddress, Redirect, writeAddress, type Shown } from './navigation/router.ts'
import { everyPage, openPage } from './open-page.tsx'
import { isOwnPage, pages } from './routes.ts'
import type { Site, SiteSettings } from './data/site.ts'
import { collectQueries, writeState, type PageFailure } from './data/state.ts'
import { readLanguageWith, splitLanguage } from './words/language.ts'
import { writeWithoutScripts } from './shell/without-scripts.tsx'

export type RenderOptions = {
  readApi: VisitorRead
  /** The assets of a page, by its file and language. */
  assetsOf: (file: string | undefined, language: Language) => PageAssets
  settings: SiteSettings
}
/** `html` is in pieces. */
export type Rendered = { status: number; html: readonly string[]; location: string | null; error: unknown }

/** Pages in several languages are rendered concurrently; each render keeps its own language across awaits. */
const speaking = new AsyncLocalStorage<Language>()
readLanguageWith(() => speaking.getStore() ?? PLAIN_LANGUAGE)

const RENDER_TIMEOUT_MS = 10_000

/** `path` begins with a slash, may contain a language prefix and may carry a query. */
export function render(path: string, options: RenderOptions): Promise<Rendered> {
  const { language } = splitLanguage(path)
  return speaking.run(language, () => renderIn(language, path, options))
}

async function renderIn(language: Language, path: string, options: RenderOptions): Promise<Rendered> {
  const site: Site = {
    call: createVisitorCall(options.readApi),
    queries: createQueries(),
    settings: options.settings,
  }
  const prefix = prefixOf(language)
  const place = readAddress(path, prefix, '')
  try {
    const shown = createShown(place, await openPage(place, { site }))
    const { failure, error, head, root } = await renderOrFail(shown, prefix, site)
    const state = writeState({ settings: options.settings, queries: collectQueries(site.queries), failure })
    const page = matchPath(pages, place.pathname)?.route
    const file = page?.access === 'public' ? page.file : undefined
    const isOwn = page !== undefined && isOwnPage(page)
    const withoutScripts = writeWithoutScripts(place.pathname + place.search, page, options.settings.faqUrl)
    const assets = options.assetsOf(file, language)
    const html = writeDocument({ language, isOwn, head, withoutScripts, root, state, assets })
    return { status: failure?.status ?? 200, html, location: null, error }
  } catch (thrown) {
    if (!(thrown instanceof Redirect)) throw thrown
    return { status: thrown.status, html: [], location: writeAddress(thrown.to, prefix), error: null }
  } finally {
    site.queries.clear()
  }
}

type Drawn = { failure: PageFailure | null; error: unknown; head: string; root: string }

/** Renders the page, or the error screen when rendering fails. */
async function renderOrFail(shown: Shown, prefix: string, site: Site): Promise<Drawn> {
  const thrown = shown.failure
  const failure = thrown === null ? null : failureOf(thrown)
  const error = failure && failure.status >= 500 ? thrown : null
  // Server and browser must show the same error, and the browser only learns its status.
  const told = failure && new PageRefusal(failure.status, failure.reason)
  try {
    const app = (
      <App site={site}>
        <StillPage prefix={prefix} shown={{ ...shown, failure: told }}>
          {everyPage}
        </StillPage>
      </App>
    )
    return { failure, error, ...(await renderApp(app)) }
  } catch (fault) {
    if (failure) throw fault
    return {
      ...(await renderOrFail({ ...shown, failure: fault ?? new Error('nothing was thrown') }, prefix, site)),
      error: fault,
    }
  }
}

function failureOf(error: unknown): PageFailure {
  return error instanceof PageRefusal ? { status: error.status, reason: error.reason } : { status: 500, reason: null }
}

const ROOT = '<div id="root"'

/** React writes the head elements first and the page after them. The root contains the tree alone, without siblings:
 * otherwise the ids React generates would differ between server and browser. */
async function renderApp(app: ReactNode): Promise<{ head: string; root: string }> {
  const html = await renderToText(<div id="root">{app}</div>)
  const start = html.indexOf(ROOT)
  return { head: html.slice(0, start), root: html.slice(start) }
}

/** React's mark of a part that failed, or that waits for its code. Escaped text cannot contain it. */
const MISSING = '<!--$!-->'

/** As text, which costs half as much as a stream. Only a stream waits: the first page that shows a part waits for the code of
 * the part. A stream also says what failed. */
async function renderToText(node: ReactNode): Promise<string> {
  try {
    const html = renderToString(node)
    if (!html.includes(MISSING)) return html
  } catch {
    // The stream fails too, with the error that was thrown, or waits.
  }
  return renderStream(node)
}

function renderStream(node: ReactNode): Promise<string> {
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
      // Streaming in parts would need inline scripts; a complete page needs none.
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
