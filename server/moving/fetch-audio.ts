/** Downloads the audio of an item into a temporary file. A download that ended early continues there, also in the next process,
 * if the server of the feed sends parts of files and identifies their version. */
import { open, rename, rm, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secureAddress } from '#server/foreign/addresses.ts'
import type { Outbound } from '#server/platform/network/outbound.ts'
import { OutboundFailed, type OutboundStream } from '#server/platform/network/responses.ts'

/** Removed by age like other temporary files (server/media/cleanup.ts). */
const PREFIX = 'peal-import-'
const TIMEOUT_MS = 3_600_000
const SILENCE_MS = 20_000

/** The item cannot be imported. The message is the code of the reason. */
export class Unfetchable extends Error {
  override name = 'Unfetchable'
}

export type Wanted = {
  url: string
  itemId: string
  /** Of the version of which a part has arrived. */
  etag: string | null
  maxBytes: number
  stopping: AbortSignal
  /** Called before the first byte of a version is written. */
  onVersion: (etag: string | null) => Promise<void>
  onProgress: (bytes: number) => void
}

/** The path of the complete file. Throws Unfetchable, or OutboundFailed when another attempt makes sense. */
export async function fetchAudio(outbound: Outbound, wanted: Wanted): Promise<{ path: string; bytes: number }> {
  const { url, itemId, etag, stopping } = wanted
  const part = partPath(itemId)
  const done = donePath(itemId)
  const finished = await sizeOf(done)
  if (finished > 0) return { path: done, bytes: finished }
  const start = etag === null ? 0 : await sizeOf(part)
  const range = start === 0 ? {} : { range: `bytes=${start}-`, 'if-range': etag! }
  const request = {
    headers: { accept: 'audio/*,*/*;q=0.1', ...range },
    timeoutMs: TIMEOUT_MS,
    silenceMs: SILENCE_MS,
    stopping,
  }
  const bytes = await outbound.getStream(secureAddress(outbound, url), request, (response) =>
    receive(response, { ...wanted, part, start }),
  )
  await rename(part, done)
  return { path: done, bytes }
}

export async function removeFetched(itemId: string): Promise<void> {
  await Promise.all([partPath(itemId), donePath(itemId)].map((path) => rm(path, { force: true })))
}

const partPath = (itemId: string) => join(tmpdir(), PREFIX + itemId)
const donePath = (itemId: string) => `${partPath(itemId)}.done`
const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0

type Receiving = Wanted & { part: string; start: number }

/** The size of the whole file. */
async function receive(response: OutboundStream, wanted: Receiving): Promise<number> {
  const { status, headers, body } = response
  const { part, start, maxBytes, onVersion, onProgress } = wanted
  if (status === 416 && start > 0) {
    // All of it has arrived, or the file is another one by now.
    if (/^bytes \*\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] === String(start)) return start
    await rm(part, { force: true })
    throw new OutboundFailed('network')
  }
  requireFile(status, headers)
  const isRest = status === 206 && start > 0 && (headers['content-range'] ?? '').startsWith(`bytes ${start}-`)
  if (status === 206 && !isRest) {
    await rm(part, { force: true })
    throw new OutboundFailed('network')
  }
  const file = await open(part, isRest ? 'a' : 'w', 0o600)
  try {
    // Only now that nothing of another version is in it.
    if (!isRest) await onVersion(versionOf(headers))
    let bytes = isRest ? start : 0
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new Unfetchable('too-large')
      await file.write(chunk)
      onProgress(bytes)
    }
    if (bytes === 0) throw new Unfetchable('empty-file')
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

function requireFile(status: number, headers: IncomingHttpHeaders): void {
  if (status === 404 || status === 410) throw new Unfetchable('gone')
  if (status === 401 || status === 403) throw new Unfetchable('forbidden')
  if (status !== 200 && status !== 206) throw new OutboundFailed('network')
  // None was requested, and compressed content may expand a thousandfold.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Unfetchable('compressed')
}

/** What `If-Range` accepts. Null: the rest of this file cannot be requested safely. */
function versionOf(headers: IncomingHttpHeaders): string | null {
  const { etag, 'last-modified': modified } = headers
  const version = etag !== undefined && !etag.startsWith('W/') ? etag : modified
  return version !== undefined && version.length <= 200 ? version : null
}

/** For the name of the upload: the format is recognised by the bytes. */
export function extensionOf(url: string, type: string): string {
  const named = /\.(mp3|wav|flac|aiff?|m4a|mp4|aac|ogg|oga|opus)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase()
  return named ?? (/mp4|m4a/.test(type) ? 'm4a' : /ogg|opus/.test(type) ? 'ogg' : 'mp3')
}
