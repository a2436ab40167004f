/** Endpoints for search engines: sitemap.xml with its parts, and robots.txt. The paths of pages are
 * defined in web/ and passed in. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addressIn, languages, prefixOf } from '#contract/languages.ts'
import { escapeMarkup } from '#contract/markup.ts'
import { readingAsVisitor } from '#server/platform/database/replicas.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Discovery } from './discovery.ts'
import { countListed, selectListed, type SitemapKind, sitemapKinds } from './sitemap-queries.ts'

/** Search engines accept 50,000; smaller parts are generated faster. */
const PART_URLS = 10_000
const PARTS_MAX = 1_000
const KEPT_MS = 600_000

export type SitemapOptions = {
  publicUrl: string
  /** Pages without parameters to be indexed. */
  listed: readonly string[]
}

const path = (kind: SitemapKind, url: string) => `/${kind}/${encodeURIComponent(url)}`

/** Paths that robots must not crawl. */
const KEPT_OUT = [
  '/v1/',
  '/admin',
  '/notice?',
  '/onboarding',
  '/sandbox',
  '/search?',
  '/settings',
  '/studio',
  '/transactions',
  '/zbd-login',
]

export function sitemapRoutes(app: FastifyInstance, discovery: Discovery, options: SitemapOptions): void {
  const { publicUrl, listed } = options
  const keep = createKeeper(() => discovery.clock.now().getTime())
  const absolute = (href: string) => new URL(href, publicUrl).href
  app.get('/robots.txt', async (_request, reply) => {
    void reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    const rules = languages.flatMap((language) => KEPT_OUT.map((start) => `Disallow: ${prefixOf(language)}${start}`))
    return ['User-agent: *', ...rules, '', `Sitemap: ${absolute('/sitemap.xml')}`, ''].join('\n')
  })
  app.get('/sitemap.xml', async (_request, reply) =>
    sendXml(
      reply,
      await keep('index', async () => writeIndex((await readingAsVisitor(() => listParts(discovery))).map(absolute))),
    ),
  )
  app.get<{ Params: { part: string } }>('/sitemaps/:part', async ({ params: { part } }, reply) => {
    if (part === 'pages.xml')
      return sendXml(
        reply,
        writeUrls(
          listed.map((href) => ({ path: href, changedAt: null })),
          absolute,
        ),
      )
    const [, kindName, number] = /^([a-z]+)-([1-9]\d{0,3})\.xml$/.exec(part) ?? []
    const kind = sitemapKinds.find((one) => one === kindName)
    if (kind === undefined || Number(number) > PARTS_MAX) throw notFound()
    const xml = await keep(part, () => readingAsVisitor(() => writePart(discovery, kind, Number(number), absolute)))
    if (xml === null) throw notFound()
    return sendXml(reply, xml)
  })
}

async function listParts({ database, clock }: Discovery): Promise<string[]> {
  const parts = ['/sitemaps/pages.xml']
  for (const kind of sitemapKinds) {
    const count = Math.ceil((await countListed(database.read, kind, clock.now())) / PART_URLS)
    for (let part = 1; part <= Math.min(count, PARTS_MAX); part++) parts.push(`/sitemaps/${kind}-${part}.xml`)
  }
  return parts
}

async function writePart(
  { database, clock }: Discovery,
  kind: SitemapKind,
  part: number,
  absolute: (href: string) => string,
): Promise<string | null> {
  const offset = (part - 1) * PART_URLS
  const rows = await selectListed(database.read, kind, { now: clock.now(), limit: PART_URLS, offset })
  if (rows.length === 0) return null
  return writeUrls(
    rows.map((row) => ({ path: path(kind, row.url), changedAt: row.changed_at })),
    absolute,
  )
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XHTML = 'http://www.w3.org/1999/xhtml'

/** One entry per page, with its default address and the addresses of its other languages. */
function writeUrls(
  urls: readonly { path: string; changedAt: Date | null }[],
  absolute: (href: string) => string,
): string {
  const lines = urls.map(({ path: href, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
    const others = [...languages.map((language) => [language, addressIn(href, language)]), ['x-default', href]]
      .map(([language, at = '']) => link(language, absolute(at)))
      .join('')
    return `<url><loc>${escapeMarkup(absolute(href))}</loc>${changed}${others}</url>`
  })
  return `${HEAD}\n<urlset xmlns="${NAMESPACE}" xmlns:xhtml="${XHTML}">\n${lines.join('\n')}\n</urlset>\n`
}

const link = (language = '', href = '') =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeMarkup(href)}"/>`

function writeIndex(hrefs: readonly string[]): string {
  const lines = hrefs.map((href) => `<sitemap><loc>${escapeMarkup(href)}</loc></sitemap>`)
  return `${HEAD}\n<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</sitemapindex>\n`
}

function sendXml(reply: FastifyReply, xml: string | null): FastifyReply {
  return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=600').send(xml)
}

const KEPT_PARTS = 20

/** Caches the parts: robots request all parts together. */
function createKeeper(nowMs: () => number) {
  const cached = new Map<string, { text: Promise<string | null>; until: number }>()
  return (name: string, make: () => Promise<string | null>): Promise<string | null> => {
    const found = cached.get(name)
    if (found !== undefined && found.until > nowMs()) return found.text
    const made = { text: make(), until: nowMs() + KEPT_MS }
    cached.delete(name)
    cached.set(name, made)
    made.text.then(
      (text) => text === null && cached.delete(name),
      () => cached.delete(name),
    )
    const oldest = cached.keys().next()
    if (cached.size > KEPT_PARTS && oldest.value !== undefined) cached.delete(oldest.value)
    return made.text
  }
}
