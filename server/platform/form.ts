/** Parses multipart/form-data into one plain object: strings, and at most one image as a File.
 * Audio is uploaded by a presigned PUT instead. */
import { Readable } from 'node:stream'
import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { errorCodes } from '#contract/errors.ts'

export const PICTURE_MAX_BYTES = 20 * 1024 * 1024

export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) {
    throw new AppError(415, 'unsupported-media-type', 'This call takes multipart/form-data.')
  }
  const form: Record<string, unknown> = {}
  const parts = sourceOf(request).parts({
    limits: { fileSize: PICTURE_MAX_BYTES, files: 1, fields: 40, fieldSize: 100_000 },
  })
  for await (const part of whole(parts)) {
    if (Object.hasOwn(form, part.fieldname)) throw new AppError(400, 'bad-request', `${part.fieldname}: given twice`)
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch(() => {
        throw new AppError(413, 'payload-too-large', errorCodes['picture-invalid'])
      })
      form[part.fieldname] = new File([new Uint8Array(bytes)], part.filename ?? '', { type: part.mimetype })
    } else {
      form[part.fieldname] = String(part.value)
    }
  }
  return form
}

/** The parser reads from the connection. If the body was already read, it gets the buffered body instead. */
function sourceOf(request: FastifyRequest): FastifyRequest {
  if (request.wholeBody === null) return request
  const body = Readable.from([request.wholeBody], { objectMode: false })
  return Object.create(request, { raw: { value: Object.assign(body, { headers: request.headers }) } }) as FastifyRequest
}

/** The parser's errors for a truncated body or a missing boundary have no status; they are the client's fault. */
async function* whole<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    if (error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined) throw error
    throw new AppError(400, 'bad-request', 'The form is cut off or malformed.')
  }
}
