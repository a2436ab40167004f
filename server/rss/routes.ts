/** Binds the feeds of albums, artists, playlists and podcasts, and what their items link to. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, etagOf } from '#server/pages/built-files.ts'
import { readingAsVisitor } from '#server/platform/database/replicas.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { readAlbumFeed } from './album-feed.ts'
import { type Attachment, findAudioUrl, readChapterFile, readLyrics, readTranscriptFile } from './attachments.ts'
import type { Rss, RssDeps } from './deps.ts'
import { createFeedCache, type CachedFeed } from './feed-cache.ts'
import { readArtistFeed, readOpml, readPlaylistFeed } from './list-feeds.ts'
import type { MovedFeed } from './moved.ts'
import { readPodcastFeed } from './podcast-feed.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Apps and proxies check for changes after this. */
const FRESH_SECONDS = 300
/** A file that was replaced may still be sent for this long. */
const REDIRECT_SECONDS = 60

export function rssRoutes(app: FastifyInstance, deps: RssDeps): void {
  const keep = createFeedCache()
  const route = (url: string, respond: (rss: Rss, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => readingAsVisitor(() => respond(requireFeeds(deps), request, reply)),
    })
  route('/rss/album/:id', async (rss, request, reply) =>
    sendFeed(request, reply, await readAlbumFeed(rss, keep, idIn(request))),
  )
  route('/rss/podcast/:id', async (rss, request, reply) => {
    return sendFeed(request, reply, await readPodcastFeed(rss, keep, idIn(request), pageIn(request)))
  })
  route('/rss/artist/:id', async (rss, request, reply) =>
    sendFeed(request, reply, await readArtistFeed(rss, idIn(request))),
  )
  route('/rss/playlist/:id', async (rss, request, reply) =>
    sendFeed(request, reply, await readPlaylistFeed(rss, { kind: 'visitor', ip: request.ip }, idIn(request))),
  )
  route('/rss/opml', async (rss, request, reply) => sendAttachment(request, reply, await readOpml(rss)))
  route('/rss/audio/:id.:extension', async (rss, request, reply) => {
    const url = await findAudioUrl(rss, idIn(request), paramOf(request, 'extension'))
    return reply.header('cache-control', `public, max-age=${REDIRECT_SECONDS}`).redirect(url, 302)
  })
  route('/rss/track/:id/lyrics.:extension', async (rss, request, reply) =>
    sendAttachment(request, reply, await readLyrics(rss, idIn(request), paramOf(request, 'extension'))),
  )
  route('/rss/episode/:id/transcript.:extension', async (rss, request, reply) =>
    sendAttachment(request, reply, await readTranscriptFile(rss, idIn(request), paramOf(request, 'extension'))),
  )
  route('/rss/episode/:id/chapters.json', async (rss, request, reply) =>
    sendAttachment(request, reply, await readChapterFile(rss, idIn(request))),
  )
}

/** The URLs in a feed must be the same for everybody, permanently. */
function requireFeeds(deps: RssDeps): Rss {
  const { feedHome } = deps
  if (feedHome === null) throw new AppError(404, 'feeds-need-public-url')
  return { ...deps, feedHome }
}

const paramOf = ({ params }: FastifyRequest, name: string) => (params as Record<string, string>)[name] ?? ''

function idIn(request: FastifyRequest): string {
  const id = paramOf(request, 'id')
  if (!ID.test(id)) throw notFound()
  return id.toLowerCase()
}

function pageIn({ query }: FastifyRequest): number {
  const { page = '1' } = query as Record<string, unknown>
  if (typeof page !== 'string' || !/^[1-9]\d{0,4}$/.test(page)) throw notFound()
  return Number(page)
}

async function sendFeed(request: FastifyRequest, reply: FastifyReply, feed: CachedFeed | MovedFeed) {
  if ('movedTo' in feed) {
    return reply.header('cache-control', `public, max-age=${FRESH_SECONDS}`).redirect(feed.movedTo, 301)
  }
  const { body, etag, changedAt } = feed
  void reply.header('last-modified', changedAt.toUTCString()).header('vary', 'accept-encoding')
  setSharedHeaders(reply, etag)
  if (isUnchanged(request, etag, changedAt)) return reply.status(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.type('application/rss+xml; charset=utf-8').send(await body.as(encoding))
}

function sendAttachment(request: FastifyRequest, reply: FastifyReply, { type, text }: Attachment) {
  const bytes = Buffer.from(text)
  const etag = etagOf(bytes)
  setSharedHeaders(reply, etag)
  if (isUnchanged(request, etag, null)) return reply.status(304).send()
  return reply.type(`${type}; charset=utf-8`).send(bytes)
}

/** Players in browsers read feeds, lyrics and chapters from their own sites. */
function setSharedHeaders(reply: FastifyReply, etag: string): void {
  void reply.headers({
    etag,
    'cache-control': `public, max-age=${FRESH_SECONDS}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
}

/** A proxy that compresses marks the tag as weak. Without a tag, the date decides (RFC 9110, 13.1.3). */
function isUnchanged({ headers }: FastifyRequest, etag: string, changedAt: Date | null): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return changedAt !== null && Math.floor(changedAt.getTime() / 1_000) * 1_000 <= since
}
