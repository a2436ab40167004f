/** Sends a response that is joined from bytes and ranges of stored files, with a known length: whole, or any range of it, so
 * that an interrupted download resumes. */
import { close, open } from 'node:fs'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Version, sendSpan, writeHead } from './ranges.ts'
import { isDisk, type StoredFiles } from './files.ts'

/** `end` is not included. */
export type JoinedPart = { kind: 'bytes'; bytes: Buffer } | { kind: 'file'; key: string; start: number; end: number }

export type Joined = Version & { partsOf(start: number, end: number): JoinedPart[] }

const openFile = promisify(open)

export async function sendJoined(
  files: StoredFiles,
  joined: Joined,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  headers: Record<string, string>,
): Promise<void> {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  const response = reply.raw
  const span = writeHead(request.raw, response, joined, headers)
  const parts = span === null ? [] : joined.partsOf(span.start, span.end + 1)
  try {
    for (const part of parts) {
      if (response.destroyed) return
      await sendPart(files, part, response)
    }
    response.end()
  } catch (error) {
    // The length was announced: a client must not take a part for the whole.
    response.destroy()
    if (!isDisconnect(error)) throw error
  }
}

async function sendPart(files: StoredFiles, part: JoinedPart, response: ServerResponse): Promise<void> {
  if (part.kind === 'bytes') return write(response, part.bytes)
  const { key, start, end } = part
  if (!isDisk(files) || files.also !== undefined) {
    for await (const chunk of files.read(key, { start, end: end - 1 })) await write(response, chunk as Buffer)
    return
  }
  const descriptor = await openFile(files.pathOf(key), 'r')
  try {
    await sendSpan(response, descriptor, { start, end: end - 1 }, { isLast: false })
  } finally {
    close(descriptor, () => undefined)
  }
}

async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.write(bytes) || response.destroyed) return
  await Promise.race([once(response, 'drain'), once(response, 'close')])
}

const isDisconnect = (error: unknown) =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )
