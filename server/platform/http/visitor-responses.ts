/** Caches responses to visitors briefly, as bytes with their ETag. All visitors see the same, so one response serves
 * all. Not for signed-in users, and only for endpoints whose contract says how old a response may be. A standby may answer
 * these. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readingAsVisitor } from '#server/platform/database/replicas.ts'

/** `body` must not be changed: pages share it. */
type Answer = { body: unknown; bytes: Buffer; etag: string }
type CachedAnswer = { answer: Promise<Answer>; until: number }
export type VisitorResponses = Map<string, CachedAnswer>

const KEPT_MAX = 500
/** Anybody can request the same content under many URLs, so the cache must stay small in total. */
const KEPT_MAX_BYTES = 256 * 1024

export async function respondToVisitor(
  cached: VisitorResponses,
  cacheSeconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { bytes, etag } = await readKept(cached, cacheSeconds, request.url, work)
  void reply.header('etag', etag).header('cache-control', `public, max-age=${cacheSeconds}`)
  void reply.header('vary', 'authorization')
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}

export function readKept(cached: VisitorResponses, cacheSeconds: number, key: string, work: () => Promise<unknown>) {
  const found = cached.get(key)
  if (found !== undefined && found.until > performance.now()) return found.answer
  // Stored before the work is done, so that concurrent requests run it once. Failures are not kept.
  const answer = readingAsVisitor(work).then(toAnswer)
  const entry = { answer, until: performance.now() + cacheSeconds * 1_000 }
  cached.delete(key)
  cached.set(key, entry)
  const drop = () => cached.get(key) === entry && cached.delete(key)
  answer.then(({ bytes }) => bytes.length > KEPT_MAX_BYTES && drop(), drop)
  const oldest = cached.keys().next()
  if (cached.size > KEPT_MAX && oldest.value !== undefined) cached.delete(oldest.value)
  return answer
}

function toAnswer(body: unknown): Answer {
  const bytes = Buffer.from(JSON.stringify(body))
  return { body, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}
