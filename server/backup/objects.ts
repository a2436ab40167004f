/** The objects of a backup: tables and files, each stored once under its sha256. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { objectKey, objectsOf, type Contents, type StoredObject } from './manifest.ts'
import type { Place, ReadablePlace } from './place.ts'
import { BackupUnusable } from './unusable.ts'

export type Objects = {
  has(object: StoredObject): boolean
  /** Stores the content of a local file, unless the place has it. */
  put(path: string): Promise<StoredObject>
  removeAllBut(needed: ReadonlySet<string>): Promise<void>
  readonly added: { count: number; bytes: number }
}

export async function openObjects(place: Place): Promise<Objects> {
  const sizes = new Map<string, number>()
  const added = { count: 0, bytes: 0 }
  for await (const { key, size } of place.list('objects/')) sizes.set(key.slice(key.lastIndexOf('/') + 1), size)
  const has = ({ sha256, size }: StoredObject) => sizes.get(sha256) === size
  return {
    has,
    added,
    async put(path) {
      // Both reads use the same file handle: the path may point to another file by the second.
      const file = await open(path)
      try {
        const bytes = () => file.createReadStream({ start: 0, autoClose: false, highWaterMark: 256 * 1024 })
        const object = await identify(bytes())
        if (has(object)) return object
        await place.write(objectKey(object.sha256), bytes())
        sizes.set(object.sha256, object.size)
        added.count += 1
        added.bytes += object.size
        return object
      } finally {
        await file.close()
      }
    },
    async removeAllBut(needed) {
      for (const sha256 of sizes.keys()) if (!needed.has(sha256)) await place.remove(objectKey(sha256))
    },
  }
}

async function identify(source: AsyncIterable<Buffer>): Promise<StoredObject> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source) {
    hash.update(chunk)
    size += chunk.length
  }
  return { sha256: hash.digest('hex'), size }
}

/** Reads all objects of a backup. Throws when one is missing, cut off or altered. */
export async function verifyObjects(place: ReadablePlace, contents: Contents): Promise<void> {
  for (const { sha256 } of objectsOf(contents)) {
    const key = objectKey(sha256)
    const found = await pipeline(place.read(key), identify).catch((error: unknown) => {
      if (isMissing(error)) throw new BackupUnusable(`${key} is missing in ${place.title}. Use another backup.`)
      throw error
    })
    if (found.sha256 !== sha256) {
      throw new BackupUnusable(
        `${key} in ${place.title} is incomplete or was altered. Delete it and make a new backup, or use another backup.`,
      )
    }
  }
}

export const isMissing = (error: unknown) => ['ENOENT', 'not-found'].includes((error as { code?: string }).code ?? '')
