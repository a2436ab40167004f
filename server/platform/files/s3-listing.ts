/** Lists the objects of a bucket, by the first version of the call, which continues after a key. */
import type { ListedFile } from './files.ts'
import { isValidKey } from './keys.ts'
import { type Bucket, elementOf, elementsOf } from './s3-requests.ts'

/** `pageSize`: how many objects the store returns at a time, at most 1 000. Keys that we did not make are left out. */
export async function* listObjects(bucket: Bucket, prefix: string, pageSize = 1_000): AsyncIterable<ListedFile> {
  for (let marker: string | undefined = ''; marker !== undefined;) {
    const query = { prefix, marker, 'max-keys': String(pageSize) }
    const response = await bucket.find({ method: 'GET', key: '', query })
    if (response === null) throw new Error('The bucket does not exist any longer')
    const text = await response.text()
    const objects = parseObjects(text)
    yield* objects.filter(({ key }) => isValidKey(key))
    marker = elementOf(text, 'IsTruncated') === 'true' ? objects.at(-1)?.key : undefined
  }
}

function parseObjects(text: string): ListedFile[] {
  return elementsOf(text, 'Contents').map((object) => ({
    key: elementOf(object, 'Key'),
    size: Number(elementOf(object, 'Size')),
    modifiedAt: new Date(elementOf(object, 'LastModified')),
  }))
}
