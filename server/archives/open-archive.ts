/** Opens the archive of an account to import it, and checks every byte of it against its manifest. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { NostrEvent } from '#protocols/nostr/event.ts'
import type { NostrProfile } from '#server/accounts/nostr-keys.ts'
import type { User } from '#server/accounts/users.ts'
import type { StoredOffer } from '#server/downloads/offer-queries.ts'
import type { StoredRow } from '#server/platform/database/stored-rows.ts'
import { createSums } from './checksum.ts'
import { FORMAT, type Partner, VERSION } from './metadata.ts'
import { ArchiveUnusable } from './unusable.ts'
import { openZip, UnreadableZip, type ZipFile } from './read-zip.ts'

export type Metadata = {
  server: string
  madeAt: string
  account: Pick<User, 'userId' | 'username' | 'displayName' | 'email' | 'artworkKey' | 'language'> & {
    ampMsat: number
    createdAt: string
  }
  nostr: Pick<NostrProfile, 'publicHex'>[]
  partners: Partner[]
  tables: Record<string, StoredRow[]> & { download_offer: StoredOffer[] }
  nostrEvents: NostrEvent[]
  /** The path of each stored file, by its key. */
  files: Record<string, string>
}

export type Archive = {
  metadata: Metadata
  /** The checksum of each file, by its path. */
  sha256: ReadonlyMap<string, string>
  read(path: string): Promise<Readable>
  close(): Promise<void>
}

type Manifest = { format: string; version: number; files: { path: string; bytes: number; sha256: string }[] }

const CUT_OFF = 'The file is cut off, or it is not an archive of an account. Download it again.'
const altered = (name: string) => new ArchiveUnusable(`The archive was altered or damaged: ${name}. Download it again.`)

export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path).catch((error: unknown) => {
    throw error instanceof UnreadableZip ? new ArchiveUnusable(CUT_OFF) : error
  })
  try {
    const manifest = await readManifest(zip)
    await verify(zip, manifest)
    const metadata = await readJson<Metadata>(zip, 'metadata.json')
    const sha256 = new Map(manifest.files.map((file) => [file.path, file.sha256]))
    const stray = Object.values(metadata.files).find((name) => !sha256.has(name))
    if (stray !== undefined) throw altered(stray)
    return { metadata, sha256, read: zip.read, close: zip.close }
  } catch (error) {
    await zip.close()
    throw error instanceof UnreadableZip ? new ArchiveUnusable(CUT_OFF) : error
  }
}

async function readManifest(zip: ZipFile): Promise<Manifest> {
  if (!zip.sizes.has('manifest.json')) throw new ArchiveUnusable(CUT_OFF)
  const manifest = await readJson<Manifest>(zip, 'manifest.json')
  const { format, version } = manifest
  if (format !== FORMAT) throw new ArchiveUnusable('This is not an archive of an account.')
  if (version > VERSION) {
    throw new ArchiveUnusable(
      `The archive has format ${version}, and this version of Peal reads format ${VERSION}. Update Peal, then import it.`,
    )
  }
  if (version < VERSION) {
    throw new ArchiveUnusable(
      `The archive has format ${version}, which cannot be imported. Make a new one on a server that is up to date.`,
    )
  }
  return manifest
}

async function verify(zip: ZipFile, { files }: Manifest): Promise<void> {
  const listed = new Set(files.map(({ path }) => path))
  for (const name of zip.sizes.keys()) if (!listed.has(name) && name !== 'manifest.json') throw altered(name)
  for (const { path, bytes, sha256 } of files) {
    if (zip.sizes.get(path) !== bytes) throw altered(path)
    const sums = createSums()
    await sums.consume(await zip.read(path))
    if (sums.result().sha256 !== sha256) throw altered(path)
  }
}

async function readJson<Value>(zip: ZipFile, name: string): Promise<Value> {
  if (!zip.sizes.has(name)) throw altered(name)
  const bytes = await buffer(await zip.read(name))
  try {
    return JSON.parse(bytes.toString()) as Value
  } catch {
    throw altered(name)
  }
}
