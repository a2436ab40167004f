/** Parses multipart/form-data into one plain object: strings, and at most one file.
 * Audio is uploaded by a presigned PUT instead. */
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { IMAGE_MAX_BYTES } from '#contract/fields.ts'
import { AppError } from '#server/platform/errors.ts'

export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) {
    throw new AppError(415, 'unsupported-media-type', 'This call takes multipart/form-data.')
  }
  const form: Record<string, unknown> = {}
  const parts = sourceOf(request).parts({
    limits: { fileSize: IMAGE_MAX_BYTES, files: 1, fields: 40, fieldSize: 100_000 },
  })
  for await (const part of whole(parts)) {
    if (Object.hasOwn(form, part.fieldname)) throw new AppError(400, 'bad-request', `${part.fieldname}: given twice`)
    if (part.type === 'file') {
      form[part.fieldname] = await readFile(part)
    } else {
      // Browsers send every line break of a form as CRLF (HTML, 4.10.22.4); texts are limited and stored with LF.
      form[part.fieldname] = String(part.value).replaceAll('\r\n', '\n')
    }
  }
  return form
}

/** From chunks: part.toBuffer() would be another copy in memory. */
async function readFile(part: MultipartFile): Promise<File> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of whole<Uint8Array<ArrayBuffer>>(part.file)) chunks.push(chunk)
  if (part.file.truncated) {
    throw new AppError(413, 'payload-too-large', 'The file is larger than 20 MB. Please make it smaller.')
  }
  return new File(chunks, part.filename ?? '', { type: part.mimetype })
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
