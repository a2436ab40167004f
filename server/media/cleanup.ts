/** Clears away what nobody needs: pieces of uploads that never came whole, and the sounds of what was deleted or replaced.
 * Rows stay; only files go. Each part may be repeated after any interruption. */
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { topics } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { publish } from '#server/platform/outbox.ts'
import { selectLeftovers, selectToLookAt, setCleared, setLookedAt, setRemoved } from './cleanup-queries.ts'
import { endLoans } from './lent-pictures.ts'
import type { MediaDeps } from './process-audio.ts'
import { refuseAwaiting, selectAbandoned, selectAwaiting } from './queries.ts'
import { refusals } from './refusals.ts'
import { incomingKey, markUploaded, UPLOAD_SECONDS } from './uploads.ts'

/** Which of these assets something is made of; the answer of the rooms that know what is. */
export type FindUsed = (tx: Tx, assetIds: readonly string[]) => Promise<ReadonlySet<string>>

const LIMIT = 100
const HOUR_MS = 3_600_000
/** Uploads that began within the day may still be running. */
const ABANDONED_MS = 24 * HOUR_MS
const LEFTOVERS_MS = 26 * HOUR_MS
const LOOK_AGAIN_MS = 24 * HOUR_MS
/** Whoever deleted something by mistake can still ask the operator. */
const KEPT_UNUSED_MS = 30 * 24 * HOUR_MS

export async function sweep(deps: MediaDeps & { findUsed?: FindUsed }): Promise<void> {
  await findArrivals(deps)
  await endAbandoned(deps)
  await clearLeftovers(deps)
  await endLoans(deps)
  if (deps.findUsed !== undefined) await removeUnused(deps, deps.findUsed)
}

const STALE_FOLDER = /^peal-(transcode|tags|object|compiled)-/
const STALE_FOLDER_MS = 30 * 24 * HOUR_MS
const STALE_WORK_MS = 6 * HOUR_MS

/** What servers that were killed left in the system's folder for such things. */
export async function removeStaleFolders(clock: Clock): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!STALE_FOLDER.test(name)) continue
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => null)
    // Compiled code is not written again while it is used.
    const ageMaxMs = name.startsWith('peal-compiled-') ? STALE_FOLDER_MS : STALE_WORK_MS
    if (found === null || clock.now().getTime() - found.mtimeMs < ageMaxMs) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

const ago = ({ clock }: MediaDeps, ms: number) => new Date(clock.now().getTime() - ms)

/** Uploads whose arrival was not noted, because the server died in between or the file went straight to another's store. */
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
    const reason = refusals['never-arrived']
    const isEnded = await database.transaction(async (tx) => {
      if (!(await refuseAwaiting(tx, id, 'never-arrived', reason))) return false
      await publish(tx, topics.assetFailed, id, { assetId: id, reason })
      return true
    })
    if (isEnded) await files.remove(key)
  }
}

/** A second file for the same address, or half of one, may lie there although the first was taken. */
async function clearLeftovers(deps: MediaDeps): Promise<void> {
  const { database, files, clock } = deps
  for (const { id, extension } of await selectLeftovers(database.read, ago(deps, LEFTOVERS_MS), LIMIT)) {
    await files.remove(incomingKey(id, extension))
    await setCleared(database.read, id, clock.now())
  }
}

/** The sound of what was deleted, or replaced by a newer one. */
async function removeUnused(deps: MediaDeps, findUsed: FindUsed): Promise<void> {
  const { database, files, clock } = deps
  const assets = await selectToLookAt(database.read, ago(deps, LOOK_AGAIN_MS), LIMIT)
  const ids = assets.map(({ id }) => id)
  const used = ids.length === 0 ? new Set<string>() : await findUsed(database.read, ids)
  const now = clock.now()
  for (const { id, original_key: original, streams, unused_since: since } of assets) {
    await setLookedAt(database.read, id, now, used.has(id) ? null : (since ?? now))
    if (used.has(id) || since === null || since > ago(deps, KEPT_UNUSED_MS)) continue
    for (const { key } of Object.values(streams)) await files.remove(key)
    if (original !== null) await files.remove(original)
    await setRemoved(database.read, id, now)
  }
}
