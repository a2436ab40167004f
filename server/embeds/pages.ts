/** /embed/{type}/{id}: a player as a page, for iframes in other sites. Sets its headers and caches it briefly; the page
 * is written by web/embed/ from the data of content.ts. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EmbedType } from '#contract/listening/embeds.ts'
import { etagOf, PageBody } from '#server/pages/built-files.ts'
import { type HtmlPage, sendHtml } from '#server/pages/send-html.ts'
import { readSeconds } from './addresses.ts'
import { readEmbed } from './content.ts'
import type { Embeds, EmbedRequest, EmbedTheme, WrittenEmbed } from './embeds.ts'

type CachedPage = { page: Promise<EmbedPage>; until: number }
type EmbedPage = HtmlPage & { policy: string }

const FRESH_MS = 5_000
const KEPT_MAX = 300
const QUALITY = 4
const ID_MAX = 300

export type EmbedPages = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function createEmbedPages(embeds: Embeds): EmbedPages {
  const cached = new Map<string, CachedPage>()
  const read = (type: string, id: string, options: EmbedRequest): Promise<EmbedPage> => {
    const key = JSON.stringify([type, id, options])
    const found = cached.get(key)
    if (found && found.until > Date.now()) return found.page
    const page = writePage(embeds, type, id, options)
    const entry = { page, until: Date.now() + FRESH_MS }
    cached.delete(key)
    cached.set(key, entry)
    const oldest = cached.keys().next()
    if (cached.size > KEPT_MAX && oldest.value !== undefined) cached.delete(oldest.value)
    page.catch(() => cached.get(key) === entry && cached.delete(key))
    return page
  }
  return async (request, reply) => {
    const { type = '', id = '' } = request.params as Record<string, string>
    return sendPage(request, reply, await read(type.toLowerCase(), id.slice(0, ID_MAX), readRequest(request)))
  }
}

const THEMES: readonly EmbedTheme[] = ['light', 'dark', 'auto']

function readRequest({ query }: FastifyRequest): EmbedRequest {
  const { theme, t, lang } = query as Record<string, unknown>
  return {
    theme: THEMES.find((one) => one === theme) ?? 'auto',
    startSeconds: readSeconds(typeof t === 'string' ? t : null),
    language: typeof lang === 'string' && /^[a-z]{2}$/.test(lang) ? lang : 'en',
  }
}

async function writePage(embeds: Embeds, type: string, id: string, options: EmbedRequest): Promise<EmbedPage> {
  const known = EmbedType.safeParse(type)
  const content = known.success ? await readEmbed(embeds.ask, known.data, id) : null
  const written = embeds.write(content, options, embeds)
  const plain = Buffer.from(written.html)
  return {
    status: content === null ? 404 : 200,
    policy: policyOf(written, embeds),
    etag: etagOf(plain),
    body: new PageBody(plain, QUALITY),
  }
}

/** Any site may frame it. Only our own inline code may run, identified by its hash, and it may connect only to us. */
function policyOf({ style, script }: WrittenEmbed, { fileOrigins, script: given }: Embeds): string {
  const files = ["'self'", ...fileOrigins].join(' ')
  const isServed = given !== null && 'src' in given
  const scripts = isServed ? "'self'" : script === null ? "'none'" : hashOf(script)
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${isServed ? "'self' 'unsafe-inline'" : hashOf(style)}`,
    `img-src ${files}`,
    `media-src ${files}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ')
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: EmbedPage): Promise<FastifyReply> {
  // These headers forbid framing of our pages; this page is meant to be framed.
  for (const name of ['x-frame-options', 'cross-origin-opener-policy', 'origin-agent-cluster']) {
    void reply.removeHeader(name)
  }
  void reply
    .header('content-security-policy', page.policy)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('vary', 'accept-encoding')
    .header('cache-control', page.status === 200 ? 'public, max-age=60, stale-while-revalidate=600' : 'no-store')
  return sendHtml(request, reply, page)
}
