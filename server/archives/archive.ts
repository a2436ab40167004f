/** What users can do with the archive of their account. Making it is make-archive.ts, sending it send.ts. */
import type { getArchive } from '#contract/accounts/archive.ts'
import type { Data } from '#contract/endpoint.ts'
import { selectAudioOf } from '#server/catalog/lists/archive-queries.ts'
import { filePath } from '#server/downloads/links.ts'
import { selectOriginals } from '#server/media/queries.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { countUse } from '#server/platform/http/rate-limit.ts'
import type { ArchiveDeps } from './deps.ts'
import { KEPT_DAYS } from './jobs.ts'
import { layoutOf } from './layout.ts'
import { type ArchiveRow, insertArchive, selectArchiveOf, selectFiles } from './queries.ts'

export const FILE_NAME = 'everything.zip'
const ARCHIVES_PER_DAY = { max: 10, windowSeconds: 86_400 }
const DAY_MS = 86_400_000

type State = Data<typeof getArchive>
type ReadDeps = Pick<ArchiveDeps, 'database' | 'clock' | 'secret'>

/** The signed-in user, for the own account. */
export async function readArchive(deps: ReadDeps, caller: Caller): Promise<State> {
  requireUser(caller)
  return describe(deps, caller.userId, await selectArchiveOf(deps.database.read, caller.userId))
}

/** The signed-in user, for the own account. Changes nothing while one is being made. */
export async function beginArchive(deps: ReadDeps, caller: Caller, operationId: string): Promise<State> {
  requireUser(caller)
  const { database, clock } = deps
  const { userId } = caller
  const now = clock.now()
  await countUse(database.read, `archive:${userId}`, ARCHIVES_PER_DAY, now)
  const begun = await database.transaction((tx) =>
    insertArchive(tx, { id: operationId, user_id: userId, requested_at: now }),
  )
  return describe(deps, userId, begun ?? (await selectArchiveOf(database.read, userId)))
}

async function describe(deps: ReadDeps, userId: string, archive: ArchiveRow | undefined): Promise<State> {
  const tx = deps.database.read
  const audio = await selectAudioOf(tx, userId)
  const originals = await selectOriginals(
    tx,
    audio.map((row) => row.asset_id),
  )
  return {
    state: archive === undefined ? 'none' : STATES[archive.state],
    progress: archive?.progress ?? 0,
    originalCount: originals.length,
    originalBytes: originals.reduce((sum, { bytes }) => sum + Number(bytes), 0),
    file: archive?.state === 'ready' ? await describeFile(deps, archive) : null,
  }
}

const STATES = { waiting: 'making', processing: 'making', ready: 'ready', failed: 'failed' } as const

async function describeFile(deps: ReadDeps, archive: ArchiveRow): Promise<State['file']> {
  const files = await selectFiles(deps.database.read, archive.id)
  const madeAt = archive.made_at!
  return {
    path: filePath(deps, { contentId: archive.id, since: null }, FILE_NAME),
    bytes: layoutOf(files, madeAt).bytes,
    fileCount: files.length,
    madeAt,
    keptUntil: new Date(madeAt.getTime() + KEPT_DAYS * DAY_MS),
  }
}
