/** Settings that all processes of an installation share, beside its SECRET and its Lightning node: the public address and the
 * store of files. The first start records them; a start with others is refused until an operator accepts them. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { requireFolder } from '#server/platform/files/data-folder.ts'
import { writeOnce } from './secret.ts'

export class WrongSetting extends Error {
  override name = 'WrongSetting'
}

type Shared = { name: 'PUBLIC_URL' | 'S3_BUCKET'; value: string; shown: string }
export type Change = Shared & { recorded: string }

/** A process without PUBLIC_URL where others have it would send mails with links to itself. */
function sharedOf({ publicUrl, s3Bucket, s3Endpoint, dataDir }: Config): Shared[] {
  const bucket = `bucket ${s3Bucket} at ${s3Endpoint}`
  const path = filesIdFile(dataDir)
  const id = existsSync(path) ? readFileSync(path, 'utf8') : 'without an id'
  const value = s3Bucket === '' ? `folder ${id}` : bucket
  return [
    { name: 'PUBLIC_URL', value: publicUrl, shown: publicUrl || 'not set' },
    { name: 'S3_BUCKET', value, shown: s3Bucket === '' ? `not set, and files are in ${dataDir}` : bucket },
  ]
}

/** Names the files in DATA_DIR. A copy of the folder has the same. */
const filesIdFile = (dataDir: string) => join(dataDir, 'files-id')
function nameFiles({ dataDir }: Config): void {
  requireFolder(dataDir)
  writeOnce(filesIdFile(dataDir), randomUUID())
}

/** Throws WrongSetting, and then changes nothing in the database. */
export async function bindSharedSettings(tx: Tx, config: Config): Promise<void> {
  nameFiles(config)
  const [change] = await listChanges(tx, config)
  if (change !== undefined) throw new WrongSetting(describeChange(change))
  for (const { name, value } of sharedOf(config)) {
    if (value === '') continue
    await sql`INSERT INTO shared_setting (name, value) VALUES (${name}, ${value}) ON CONFLICT DO NOTHING`.execute(tx)
  }
  // Of two first starts at the same time with different settings, one was recorded.
  const [other] = await listChanges(tx, config)
  if (other !== undefined) throw new WrongSetting(describeChange(other))
}

export async function listChanges(tx: Tx, config: Config): Promise<Change[]> {
  const { rows } = await sql<{ name: string; value: string }>`SELECT name, value FROM shared_setting`.execute(tx)
  const recorded = new Map(rows.map(({ name, value }) => [name, value]))
  return sharedOf(config).flatMap((shared) => {
    const before = recorded.get(shared.name)
    return before === undefined || before === shared.value ? [] : { ...shared, recorded: before }
  })
}

/** One line for the operator. */
export function describeChange({ name, shown, recorded }: Change): string {
  const others = recorded.startsWith('folder ') ? 'another folder (DATA_DIR)' : recorded
  return (
    `${name} is ${shown}, but the processes of this database use ${others}. Set it as it was before, or accept the change ` +
    'for all of them with npm run config -- accept. Nothing was changed.'
  )
}

/** Records the settings of this process as those of all. Returns what changed. */
export async function acceptSharedSettings(tx: Tx, config: Config): Promise<Change[]> {
  nameFiles(config)
  const changes = await listChanges(tx, config)
  for (const { name, value } of changes) {
    await (
      value === ''
        ? sql`DELETE FROM shared_setting WHERE name = ${name}`
        : sql`UPDATE shared_setting SET value = ${value} WHERE name = ${name}`
    ).execute(tx)
  }
  return changes
}

/** A restore puts the files elsewhere. */
export async function clearFileStore(tx: Tx): Promise<void> {
  await sql`DELETE FROM shared_setting WHERE name = 'S3_BUCKET'`.execute(tx)
}
