/** The manifest of a backup: what it contains, with the sha256 of each object. It is written last, so a backup that was
 * interrupted has none. The objects are in `objects/`, named by their sha256, and shared by all backups of a place. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { readMigrations } from '#server/platform/database/migrate.ts'
import { keyOf } from '#server/platform/secrets/seal.ts'
import { createLock } from './passphrase.ts'
import type { ReadablePlace } from './place.ts'
import { BackupUnusable } from './unusable.ts'

/** Incremented when an older version could not restore what this one writes. */
const FORMAT = 1
const FOLDER = 'backups/'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const StoredObject = z.object({ sha256: Sha256, size: z.int().min(0) })
const Contents = z.object({
  /** The version of Peal. */
  version: z.string(),
  /** Identifies the installation; derived from its secret. */
  installation: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), sha256: Sha256 })).min(1),
  /** In an order in which foreign keys permit loading them. Each is the output of COPY TO STDOUT, compressed with gzip. */
  tables: z.array(StoredObject.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.array(StoredObject.extend({ key: z.string(), modifiedAt: z.iso.datetime() })),
})
const Manifest = z.object({
  format: z.literal(FORMAT),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  encryptedSecret: z.string(),
  contents: Contents,
  /** Of everything above. */
  signature: Sha256,
})

export type StoredObject = z.infer<typeof StoredObject>
export type Contents = z.infer<typeof Contents>
export type Backup = { name: string; contents: Contents; secret: string; salt: string }

export const objectKey = (sha256: string) => `objects/${sha256.slice(0, 2)}/${sha256}`

export const installationOf = (secret: string) => keyOf(secret, 'peal backup installation').toString('hex').slice(0, 16)

export function objectsOf({ tables, files }: Contents): StoredObject[] {
  const all = [...tables, ...files]
  return [...new Map(all.map(({ sha256, size }) => [sha256, { sha256, size }])).values()]
}

/** The name sorts by time. */
export const nameAt = (madeAt: Date) => madeAt.toISOString().toLowerCase().replace(/[:.]/g, '-')
export const timeOf = (name: string) =>
  new Date(name.toUpperCase().replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z$/, 'T$1:$2:$3.$4Z'))
export const manifestKey = (name: string) => `${FOLDER}${name}.json`

/** The names of the backups in a place, oldest first. */
export async function listBackups(place: ReadablePlace): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of place.list(FOLDER)) {
    if (key.endsWith('.json')) names.push(key.slice(FOLDER.length, -'.json'.length))
  }
  return names.sort()
}

export async function encodeManifest(
  contents: Contents,
  { secret, passphrase, salt = randomBytes(16).toString('hex') }: { secret: string; passphrase: string; salt?: string },
): Promise<Buffer> {
  const lock = await createLock(passphrase, salt)
  const unsigned = { format: FORMAT, salt, encryptedSecret: lock.encrypt(secret), contents }
  const signature = lock.sign(JSON.stringify(unsigned))
  return Buffer.from(`${JSON.stringify({ ...unsigned, signature })}\n`)
}

/** Reads a manifest without verifying that it is unaltered, to find out what is in a place. */
export async function readContents(place: ReadablePlace, name: string): Promise<Contents> {
  return (await readManifest(place, name)).manifest.contents
}

/** The newest backup, or the named one; throws BackupUnusable unless it is complete, unaltered and of a version that
 * this one knows. */
export async function openBackup(place: ReadablePlace, passphrase: string, wanted?: string): Promise<Backup> {
  const names = await listBackups(place)
  const name = wanted ?? names.at(-1)
  if (name === undefined || !names.includes(name)) {
    const which = wanted === undefined ? 'complete backup' : `backup ${wanted}`
    throw new BackupUnusable(`There is no ${which} in ${place.title}.`)
  }
  const { manifest, signed } = await readManifest(place, name)
  const { salt, encryptedSecret, contents, signature } = manifest
  const lock = await createLock(passphrase, salt)
  const secret = lock.decrypt(encryptedSecret)
  if (secret === null) throw new BackupUnusable(`The passphrase is not the one of the backup ${name}.`)
  if (!lock.isSigned(signed, signature)) throw altered(place, name)
  requireKnownMigrations(contents, name)
  return { name, contents, secret, salt }
}

async function readManifest(place: ReadablePlace, name: string) {
  const json = parseJson(await text(place.read(manifestKey(name)))) as { format?: unknown } | undefined
  if (typeof json?.format === 'number' && json.format > FORMAT) throw newer(name, `format ${json.format}`)
  const parsed = Manifest.safeParse(json)
  if (!parsed.success) throw altered(place, name)
  const { signature: _, ...unsigned } = json as z.infer<typeof Manifest>
  return { manifest: parsed.data, signed: JSON.stringify(unsigned) }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function requireKnownMigrations({ migrations, version }: Contents, name: string): void {
  const known = new Map(readMigrations().map((file) => [file.number, file.sha256]))
  const other = migrations.find(({ number, sha256 }) => known.get(number) !== sha256)
  if (other !== undefined) throw newer(name, `${version}, migration ${other.name}`)
}

const newer = (name: string, what: string) =>
  new BackupUnusable(`The backup ${name} was made by a newer version of Peal (${what}). Restore it with that version.`)

const altered = (place: ReadablePlace, name: string) =>
  new BackupUnusable(
    `${manifestKey(name)} in ${place.title} is incomplete or was altered. Delete it and use another one.`,
  )

export function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
