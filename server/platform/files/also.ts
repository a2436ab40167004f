/** Stored files in two places while they move from one to the other (FILES_ALSO): new files go to the first, and what the first
 * does not have is read from the second. Copying them is server/backup/copy-files.ts. */
import { Readable } from 'node:stream'
import type { StoredFiles } from './files.ts'

export function readAlso(main: StoredFiles, also: StoredFiles): StoredFiles {
  const holderOf = async (key: string) =>
    (await main.stat(key)) === null && (await also.stat(key)) !== null ? also : main
  /** An upload that has begun continues at its place. */
  const receiverOf = async (key: string) =>
    (await main.arrivedBytes(key)) === 0 && (await also.arrivedBytes(key)) > 0 ? also : main
  return {
    ...main,
    also,
    signGet: async (get) => (await holderOf(get.key)).signGet(get),
    stat: async (key) => (await main.stat(key)) ?? also.stat(key),
    read: (key, range) =>
      Readable.from(
        (async function* () {
          yield* (await holderOf(key)).read(key, range)
        })(),
        { objectMode: false },
      ),
    async *list(prefix) {
      const listed = new Set<string>()
      for await (const file of main.list(prefix)) {
        listed.add(file.key)
        yield file
      }
      for await (const file of also.list(prefix)) if (!listed.has(file.key)) yield file
    },
    async copy(from, to) {
      if ((await holderOf(from)) === main) await main.copy(from, to)
      else await main.write(to, also.read(from))
    },
    // The place that files are copied from must lose a file before the other one does: a copy that is being made is removed when
    // its original has left. Which of the two it is changes in the middle of a move, so the first is queried twice.
    async remove(key) {
      for (const files of [main, also, main]) await files.remove(key)
    },
    async removeUpload(key) {
      for (const files of [main, also, main]) await files.removeUpload(key)
    },
    async removeIncomplete(prefix, before) {
      for (const files of [main, also]) await files.removeIncomplete(prefix, before)
    },
    writeLimited: async (key, body, limits) => (await receiverOf(key)).writeLimited(key, body, limits),
    writeChunk: async (key, body, chunk) => (await receiverOf(key)).writeChunk(key, body, chunk),
    offsetOf: async (key) => (await receiverOf(key)).offsetOf(key),
    withLocalFile: async (key, work) => (await holderOf(key)).withLocalFile(key, work),
    arrivedBytes: async (key) => (await main.arrivedBytes(key)) || also.arrivedBytes(key),
  }
}
