/** Files of taken-down content: moved to keys without a public URL, and moved back when the takedown is undone. */
import { listPublicFiles } from '#server/catalog/publishing/takedown.ts'
import type { TakenDown } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Files } from '#server/platform/files/files.ts'
import { findContents } from '#server/catalog/content/queries.ts'
import { listItems } from './takedown-queries.ts'

const WITHHELD = 'withheld/'

type Deps = { database: Database; clock: Clock; files: Pick<Files, 'copy' | 'remove' | 'stat'> }

/** Subscriber for taken-down, including undoing: acts on the current state, so that events may arrive
 * late, twice or out of order. */
export function withholdFiles({ database, clock, files }: Deps) {
  return async ({ takedownId }: TakenDown): Promise<void> => {
    const tx = database.read
    const contentIds = (await listItems(tx, [takedownId])).map(({ contentId }) => contentId)
    const contents = await findContents(tx, contentIds, clock.now())
    const hidden = new Set(contents.filter((content) => content.is_taken_down).map(({ id }) => id))
    for (const contentId of contentIds) {
      for (const key of await listPublicFiles(tx, [contentId])) {
        const [from, to] = hidden.has(contentId) ? [key, WITHHELD + key] : [WITHHELD + key, key]
        if ((await files.stat(from)) === null) continue
        await files.copy(from, to)
        await files.remove(from)
      }
    }
  }
}
