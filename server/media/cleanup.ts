/** Removes files that nothing needs: chunks of incomplete uploads, and the audio of deleted or replaced content. Rows
 * stay; only files are removed. Each step can be repeated after an interruption. */
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tx } from '#server/platform/database/database.ts'
import { selectLeftovers, selectToCheck, setCleared, setChecked, setRemoved } from './cleanup-queries.ts'
import { endImageShares } from './shared-images.ts'
import type { MediaDeps } from './process-audio.ts'
import { refuseAwaiting, selectAbandoned, selectAwaiting } from './queries.ts'
import { refusals } from '#contract/audio-refusals.ts'
import { incomingKey, markUploaded, publishRefusal, UPLOAD_SECONDS } from './uploads.ts'

/** Which of these assets are in use; provided by the modules that use them. */
export type FindUsed = (tx: Tx, assetIds: readonly string[]) => Promise<ReadonlySet<string>>

const LIMIT = 100
const HOUR_MS = 3_600_000
/** Uploads that started within the last day may still be running. */
const ABANDONED_MS = 24 * HOUR_MS
const LEFTOVERS_MS = 26 * HOUR_MS
const LOOK_AGAIN_MS = 24 * HOUR_MS
/** Users who deleted something by mistake can ask the operator during this time. */
const KEPT_UNUSED_MS = 30 * 24 * HOUR_MS

export async function sweep(deps: MediaDeps & { findUsed?: FindUsed }): Promise<void> {
  await findArrivals(deps)
  await endAbandoned(deps)
  await clearLeftovers(deps)
  await endImageShares(deps)
  if (deps.findUsed !== undefined) await removeUnused(deps, deps.findUsed)
}

const STALE_FOLDER = /^peal-(transcode|download|clip|tags|object|compiled|backup|import)-/
const STALE_FOLDER_MS = 30 * 24 * HOUR_MS
const STALE_WORK_MS = 6 * HOUR_MS

/** Removes temporary folders that killed servers have left behind. By the clock of the system, as the times of files are: with
 * another one, the folders of other processes would seem old. */
export async function removeStaleFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!STALE_FOLDER.test(name)) continue
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => null)
    // The compile cache is not written again while it is in use, so its modification time may be old.
    const ageMaxMs = name.startsWith('peal-compiled-') ? STALE_FOLDER_MS : STALE_WORK_MS
    if (found === null || Date.now() - found.mtimeMs < ageMaxMs) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

const ago = ({ clock }: MediaDeps, ms: number) => new Date(clock.now().getTime() - ms)

/** Finds uploads whose arrival was not recorded, because the server died in between. */
async function findArrivals(deps: MediaDeps): Promise<void> {
  for (const { id, extension } of await selectAwaiting(
    deps.database.read,
    ago(deps, 2 * UPLOAD_SECONDS * 1_000),
    LIMIT,
  )) {
    await markUploaded(deps, incomingKey(id, extension))
  }
}

async function endAbandoned(deps: MediaDeps): Promise<void> {
  const { database, files } = deps
  for (const { id, extension } of await selectAbandoned(database.read, ago(deps, ABANDONED_MS), LIMIT)) {
    const key = incomingKey(id, extension)
    await markUploaded(deps, key)
    const isEnded = await database.transaction(async (tx) => {
      if (!(await refuseAwaiting(tx, id, 'never-arrived', refusals['never-arrived']))) return false
      await publishRefusal(tx, id, 'never-arrived')
      return true
    })
    if (isEnded) await files.removeUpload(key)
  }
}

/** A second or partial upload to the same URL may exist although the first was accepted. */
async function clearLeftovers(deps: MediaDeps): Promise<void> {
  const { database, files, clock } = deps
  for (const { id, extension } of await selectLeftovers(database.read, ago(deps, LEFTOVERS_MS), LIMIT)) {
    await files.removeUpload(incomingKey(id, extension))
    await setCleared(database.read, id, clock.now())
  }
  // By the clock of the system, as the times of files are.
  await files.removeIncomplete('incoming/', new Date(Date.now() - LEFTOVERS_MS))
}

/** Removes the audio of content that was deleted, and audio that was replaced. */
async function removeUnused(deps: MediaDeps, findUsed: FindUsed): Promise<void> {
  const { database, files, clock } = deps
  const assets = await selectToCheck(database.read, ago(deps, LOOK_AGAIN_MS), LIMIT)
  const ids = assets.map(({ id }) => id)
  const used = ids.length === 0 ? new Set<string>() : await findUsed(database.read, ids)
  const now = clock.now()
  for (const { id, original_key: original, streams, unused_since: since } of assets) {
    await setChecked(database.read, id, now, used.has(id) ? null : (since ?? now))
    if (used.has(id) || since === null || since > ago(deps, KEPT_UNUSED_MS)) continue
    for (const { key } of Object.values(streams)) await files.remove(key)
    if (original !== null) await files.remove(original)
    await setRemoved(database.read, id, now)
  }
}
