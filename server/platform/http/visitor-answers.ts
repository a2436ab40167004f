/** Caches responses to visitors briefly, as bytes with their ETag. All visitors see the same, so one response serves
 * all. Not for signed-in users, and only for endpoints whose contract says how old a response may be. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Answer = { bytes: Buffer; etag: string }
type Kept = { answer: Promise<Answer>; until: number }
export type VisitorAnswers = Map<string, Kept>

const KEPT_MAX = 500
/** Anybody can request the same content under many URLs, so the cache must stay small in total. */
const KEPT_MAX_BYTES = 256 * 1024

export async function answerVisitor(
  kept: VisitorAnswers,
  cacheSeconds: number,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { bytes, etag } = await readKept(kept, cacheSeconds, request.url, work)
  void reply.header('etag', etag).header('cache-control', `public, max-age=${cacheSeconds}`)
  void reply.header('vary', 'authorization')
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}

function readKept(kept: VisitorAnswers, cacheSeconds: number, key: string, work: () => Promise<unknown>) {
  const found = kept.get(key)
  if (found !== undefined && found.until > performance.now()) return found.answer
  // Stored before the work is done, so that concurrent requests run it once. Failures are not kept.
  const answer = work().then(toAnswer)
  const entry = { answer, until: performance.now() + cacheSeconds * 1_000 }
  kept.delete(key)
  kept.set(key, entry)
  const drop = () => kept.get(key) === entry && kept.delete(key)
  answer.then(({ bytes }) => bytes.length > KEPT_MAX_BYTES && drop(), drop)
  const oldest = kept.keys().next()
  if (kept.size > KEPT_MAX && oldest.value !== undefined) kept.delete(oldest.value)
  return answer
}

function toAnswer(body: unknown): Answer {
  const bytes = Buffer.from(JSON.stringify(body))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}
