/** Why an upload is refused, in a directory and in a bucket. */
import { AppError } from '#server/platform/errors.ts'

export const tooLarge = (maxBytes: number) =>
  new AppError(413, 'payload-too-large', `The file is larger than the ${Math.floor(maxBytes / 2 ** 20)} MiB allowed`)
export const tooLong = () => new AppError(400, 'upload-too-long', 'The upload is longer than announced')
export const cutOff = () =>
  new AppError(400, 'upload-incomplete', 'The upload stopped before the whole file had arrived')
export const alreadyHere = () => new AppError(409, 'conflict', 'This file has been uploaded already')
export const wrongOffset = (offset: number) => new AppError(416, 'upload-offset-wrong', `The next byte is ${offset}`)

/** Passes a body on; throws `excess` when it has more than `length` bytes. */
export async function* limited(body: AsyncIterable<Buffer>, length: number, excess: AppError): AsyncGenerator<Buffer> {
  let left = length
  for await (const chunk of body) {
    left -= chunk.length
    if (left < 0) throw excess
    yield chunk
  }
}
