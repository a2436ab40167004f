/** Sends a stored file, from a directory or an object store, as the response to a request. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDisk, type StoredFiles } from './files.ts'
import { type OnSent, sendFile, sendObject } from './ranges.ts'

/** A browser must never render an uploaded file as a page of ours: it may contain anything. */
export const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** Returns false, having sent nothing, when the file does not exist. */
export async function sendStored(
  files: StoredFiles,
  key: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  headers: Record<string, string>,
  onSent?: OnSent,
): Promise<boolean> {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  const isSent = isDisk(files)
    ? await sendFile(request.raw, reply.raw, files.pathOf(key), headers, onSent)
    : await sendObject(request.raw, reply.raw, { files, key }, headers, onSent)
  if (isSent) reply.hijack()
  return isSent || (files.also !== undefined && sendStored(files.also, key, { request, reply }, headers, onSent))
}
