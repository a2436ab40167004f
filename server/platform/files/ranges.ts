/** Responds to GET and HEAD for one file: single and suffix ranges, conditions, 304 and 416 (RFC 9110, sections 13 and
 * 14). Which file, and who may read it, is decided in files/routes.ts. */
import { close, fstat, open, read } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Files } from './files.ts'

const openFile = promisify(open)
const statOpenFile = promisify(fstat)

const CHUNK_BYTES = 256 * 1024

/** First and last byte, both included. */
export type Span = { start: number; end: number }

/** Parses a Range header for a file of `size` bytes. A malformed header, or one for several ranges, is
 * ignored, as the standard allows. */
export function parseRange(header: string | undefined, size: number): Span | 'whole' | 'unsatisfiable' {
  const match = header === undefined ? null : /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header)
  if (match === null || (match[1] === '' && match[2] === '')) return 'whole'
  const [, first = '', last = ''] = match
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

export function etagOf(size: number, modifiedMs: number): string {
  return `"${size.toString(36)}-${Math.floor(modifiedMs).toString(36)}"`
}

/** Called once a response has ended, with how much of the file was sent. */
export type OnSent = (sentBytes: number, totalBytes: number) => void

/** Sends the file at `path` with `headers`. Resolves with false, having sent nothing, when the file does not exist. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  headers: Record<string, string>,
  onSent?: OnSent,
): Promise<boolean> {
  let descriptor: number
  try {
    descriptor = await openFile(path, 'r')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  try {
    const found = await statOpenFile(descriptor)
    if (!found.isFile()) return false
    const span = writeHead(request, response, versionOf(found.size, found.mtimeMs), headers)
    if (span === null) response.end()
    else {
      const sentBytes = await sendSpan(response, descriptor, span, { isLast: true })
      onSent?.(sentBytes, found.size)
    }
    return true
  } finally {
    close(descriptor, () => undefined)
  }
}

/** The same for a file in an object store; the requested range streams through this server. */
export async function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { files, key }: { files: Pick<Files, 'stat' | 'read'>; key: string },
  headers: Record<string, string>,
  onSent?: OnSent,
): Promise<boolean> {
  const found = await files.stat(key)
  if (found === null) return false
  const span = writeHead(request, response, versionOf(found.size, found.modifiedAt.getTime()), headers)
  if (span === null) response.end()
  else {
    // A listener who disconnects also ends the download from the store; that is not an error.
    const isSent = await pipeline(files.read(key, span), response).then(
      () => true,
      () => !response.destroy(),
    )
    onSent?.(isSent ? span.end - span.start + 1 : 0, found.size)
  }
  return true
}

export type Version = { size: number; etag: string; modifiedMs: number }

const versionOf = (size: number, modifiedMs: number): Version => ({ size, etag: etagOf(size, modifiedMs), modifiedMs })

/** Writes status and headers; returns the span of the file to send, or null for nothing. */
export function writeHead(
  request: IncomingMessage,
  response: ServerResponse,
  { size, etag, modifiedMs }: Version,
  extra: Record<string, string>,
): Span | null {
  const modified = new Date(modifiedMs).toUTCString()
  const headers: Record<string, string> = { ...extra, 'Accept-Ranges': 'bytes', ETag: etag, 'Last-Modified': modified }
  const respond = (status: number, length: number | null, span: Span | null) => {
    if (length !== null) headers['Content-Length'] = String(length)
    response.writeHead(status, headers)
    return request.method === 'HEAD' || span === null || span.end < span.start ? null : span
  }
  if (isUnchanged(request, etag, modifiedMs)) return respond(304, null, null)
  const whole = { start: 0, end: size - 1 }
  // Ranges are defined for GET only, and only for the version the client has (If-Range).
  const condition = request.headers['if-range']
  const applies = request.method === 'GET' && (condition === undefined || condition === etag || condition === modified)
  const span = applies ? parseRange(request.headers.range, size) : 'whole'
  if (span === 'whole') return respond(200, size, whole)
  if (span === 'unsatisfiable') {
    headers['Content-Range'] = `bytes */${size}`
    return respond(416, 0, null)
  }
  headers['Content-Range'] = `bytes ${span.start}-${span.end}/${size}`
  return respond(206, span.end - span.start + 1, span)
}

function isUnchanged(request: IncomingMessage, etag: string, modifiedMs: number): boolean {
  const tags = request.headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
  }
  const since = Date.parse(request.headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(modifiedMs / 1000) * 1000 <= since
}

/** Alternates reads and writes, with one chunk in memory per listener, however slow the listener is. Ends the response after
 * the last span. Resolves with the bytes that were sent. */
export function sendSpan(
  response: ServerResponse,
  descriptor: number,
  span: Span,
  { isLast }: { isLast: boolean },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, span.end - span.start + 1))
    let position = span.start
    let isReading = false
    const stop = (error?: Error | null) => {
      response.off('close', onClose)
      if (error) {
        response.destroy(error)
        reject(error)
      } else resolve(position - span.start)
    }
    // A descriptor is closed only after its last read has returned, since its number may be given to another file.
    const onClose = () => {
      if (!isReading) stop()
    }
    const next = () => {
      if (response.destroyed) return stop()
      isReading = true
      read(descriptor, buffer, 0, Math.min(buffer.length, span.end - position + 1), position, (error, bytes) => {
        isReading = false
        if (response.destroyed) return stop()
        if (error !== null) return stop(error)
        // The file became shorter than the length that was announced.
        if (bytes === 0) return stop(new Error('file ended early'))
        position += bytes
        const chunk = bytes === buffer.length ? buffer : buffer.subarray(0, bytes)
        if (position > span.end && isLast) response.end(chunk, () => stop())
        else if (position > span.end) response.write(chunk, () => stop())
        // The buffer is reused only once the socket has taken these bytes.
        else response.write(chunk, () => next())
      })
    }
    response.once('close', onClose)
    next()
  })
}
