/** The tags of files that are still here: read by the server from their beginning and end, and put where nobody has written.
 * Nothing is lost without them. */
import { readTags, TAG_HEAD_BYTES, TAG_TAIL_BYTES } from '#contract/uploads.ts'
import type { Call } from '../api.ts'
import type { Tags, TextField, Upload } from './upload.ts'

/** Null when there are none, or nobody can say. */
export async function readTagsOf(call: Call, file: File): Promise<Tags | null> {
  const headBytes = Math.min(file.size, TAG_HEAD_BYTES)
  const tailStart = Math.max(headBytes, file.size - TAG_TAIL_BYTES)
  const sample = new File([file.slice(0, headBytes), file.slice(tailStart)], 'sample')
  const body = { sample, headBytes: String(headBytes), sizeBytes: String(file.size) }
  return call(readTags, { body }).then(
    ({ tags }) => tags,
    () => null,
  )
}

export function fillIn(upload: Upload, tags: Tags): Upload {
  const keep = (field: TextField, tag: string | null) =>
    tag === null || upload.touched.includes(field) || upload.state !== 'prepared' ? upload[field] : tag
  return {
    ...upload,
    tags,
    title: keep('title', tags.title),
    lyrics: keep('lyrics', tags.lyrics),
    isrc: keep('isrc', tags.isrc),
  }
}

/** Those of a release that are prepared stand as their tags number them, when all of them are numbered differently. */
export function inTaggedOrder(uploads: readonly Upload[]): readonly Upload[] {
  const result = [...uploads]
  const parents = new Set(uploads.map(({ parent }) => parent.id))
  for (const parentId of parents) {
    const places = uploads.flatMap((one, place) =>
      one.parent.id === parentId && one.state === 'prepared' ? [place] : [],
    )
    const numbered = places.map((place) => ({ upload: uploads[place]!, number: numberOf(uploads[place]!) }))
    const numbers = new Set(numbered.map(({ number }) => number))
    if (numbers.has(null) || numbers.size !== numbered.length) continue
    numbered.sort((one, other) => one.number! - other.number!)
    for (const [index, place] of places.entries()) result[place] = numbered[index]!.upload
  }
  return result
}

function numberOf({ tags }: Upload): number | null {
  const number = tags?.trackNumber ?? null
  return number === null ? null : (tags?.discNumber ?? 1) * 1_000 + number
}
