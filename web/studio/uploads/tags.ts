/** Reads the tags of files before they are uploaded: the server parses their first and last bytes, and fields the user
 * has not edited are filled in. Uploads work without tags too. */
import { readTags, TAG_HEAD_BYTES, TAG_TAIL_BYTES } from '#contract/catalog/uploads.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import type { Tags, TextField, Upload } from './upload.ts'

/** On a slow connection a smaller sample arrives in time. It contains the texts, perhaps without the artwork. */
const SAMPLE_PARTS = [1, 1 / 4, 1 / 16]

/** Null when there are none, or when the server does not respond. */
export async function readTagsOf(call: Call, file: File): Promise<Tags | null> {
  for (const part of SAMPLE_PARTS) {
    const headBytes = Math.min(file.size, TAG_HEAD_BYTES * part)
    const tailStart = Math.max(headBytes, file.size - TAG_TAIL_BYTES * part)
    const sample = new File([file.slice(0, headBytes), file.slice(tailStart)], 'sample')
    const body = { sample, headBytes: String(headBytes), sizeBytes: String(file.size) }
    try {
      return (await call(readTags, { body })).tags
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null
    }
  }
  return null
}

export function fillIn(upload: Upload, tags: Tags): Upload {
  const keep = (field: TextField, tag: string | null) =>
    tag === null || upload.touched.includes(field) || !isOpen(upload) ? upload[field] : tag
  return {
    ...upload,
    tags,
    title: keep('title', tags.title),
    lyrics: keep('lyrics', tags.lyrics),
    isrc: keep('isrc', tags.isrc),
  }
}

/** The server does not know its title yet. */
const isOpen = ({ state, contentId }: Upload) => contentId === null && (state === 'prepared' || state === 'waiting')

/** Sorts the uploads that the server does not know yet by their
 * track numbers, if every upload of the release has a different one. */
export function inTaggedOrder(uploads: readonly Upload[]): readonly Upload[] {
  const result = [...uploads]
  const parents = new Set(uploads.map(({ parent }) => parent.id))
  for (const parentId of parents) {
    const places = uploads.flatMap((one, place) => (one.parent.id === parentId && isOpen(one) ? [place] : []))
    const numbered = places.map((place) => ({ upload: uploads[place]!, number: numberOf(uploads[place]!) }))
    const numbers = new Set(numbered.map(({ number }) => number))
    if (numbers.has(null) || numbers.size !== numbered.length) continue
    numbered.sort((one, other) => one.number! - other.number!)
    for (const [index, place] of places.entries()) {
      result[place] = { ...numbered[index]!.upload, order: uploads[place]!.order }
    }
  }
  return result
}

function numberOf({ tags }: Upload): number | null {
  // Readers of tags give track 0 no number. Files without any have the same number, and so keep their order.
  return tags === null ? null : (tags.discNumber ?? 1) * 1_000 + (tags.trackNumber ?? 0)
}
