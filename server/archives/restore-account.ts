/** Imports the archive of an account: its files, then all rows in one transaction. Everything is checked before anything is
 * written; an import that was interrupted is started again. What is restored, and what is not: docs/archive.md. */
import { insertIdentity } from '#server/accounts/identity-queries.ts'
import { updateProfile } from '#server/accounts/profile-queries.ts'
import { insertNewUser } from '#server/accounts/users.ts'
import { nameOutside } from '#server/catalog/splits/outside-queries.ts'
import { restoreItems } from '#server/foreign/archive-queries.ts'
import { requestFiles } from '#server/downloads/making/queries.ts'
import { upsertOffer } from '#server/downloads/offer-queries.ts'
import { claimReleases } from '#server/library/release-queries.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { insertStoredRows, selectKnown } from '#server/platform/database/stored-rows.ts'
import type { Failpoint } from '#server/platform/failpoints.ts'
import type { Files } from '#server/platform/files/files.ts'
import { EMBEDDED_ISSUER, NOSTR_ISSUER } from '#server/platform/issuers.ts'
import { requireSigned } from '#protocols/nostr/event.ts'
import { storeEvent } from '#server/relay/store.ts'
import { createSums } from './checksum.ts'
import type { Archive, Metadata } from './open-archive.ts'
import { ArchiveUnusable } from './unusable.ts'
import { idOf, type Known, type Plan, planRestore, restoredTables, rowsOf } from './restore-plan.ts'

export type RestoreDeps = {
  database: Database
  files: Files
  now: Date
  /** Of this server. */
  host: string
  /** Of a password that nobody knows. */
  passwordHash: string
  failpoint: Failpoint
}

const ROWS_AT_ONCE = 200
const KEY = /^(?:media|original)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[a-z0-9-]*\.[a-z0-9]{1,8}$/

export type Restored = {
  username: string
  email: string | null
  counts: [table: string, rows: number][]
  notes: string[]
}

export async function restoreAccount(deps: RestoreDeps, archive: Archive): Promise<Restored> {
  const { database, files, failpoint } = deps
  const { metadata } = archive
  await requireNew(database.read, metadata)
  const stored = await findStored(files, archive)
  for (const [key, path] of Object.entries(metadata.files)) {
    if (stored.has(key)) continue
    await files.write(key, await archive.read(path))
    failpoint('import:file')
  }
  const plan = await database.slow.transaction((tx) => insertAll(deps, tx, metadata))
  const counts = [...plan.tables].map(([table, rows]): [string, number] => [table, rows.length])
  return { username: metadata.account.username, email: metadata.account.email, counts, notes: plan.notes }
}

/** What exists once: an id, a guid, an address. */
const UNIQUE: Record<string, readonly string[]> = {
  content: ['id'],
  artist: ['artist_url'],
  podcast: ['podcast_url'],
  former_slug: ['slug'],
  feed_identity: ['guid'],
  photograph: ['id'],
  playlist: ['id'],
  asset: ['id'],
}

async function requireNew(tx: Tx, metadata: Metadata): Promise<void> {
  const { userId, username } = metadata.account
  const known = async (table: string, column: string, values: readonly string[]) =>
    [...(await selectKnown(tx, [table, column], values))][0]
  if ((await known('person', 'id', [userId])) !== undefined) {
    throw new ArchiveUnusable(`The account ${username} is on this server already. Nothing was changed.`)
  }
  if ((await known('person', 'username', [username])) !== undefined) {
    throw new ArchiveUnusable(`The username ${username} is taken on this server. Nothing was changed.`)
  }
  const keys = metadata.nostr.map(({ publicHex }) => publicHex)
  if ((await known('identity', 'subject', keys)) !== undefined) {
    throw new ArchiveUnusable(
      'A nostr key of the account belongs to another account of this server. Nothing was changed.',
    )
  }
  const { email } = metadata.account
  if (email !== null && (await known('person', 'email', [email])) !== undefined) {
    throw new ArchiveUnusable(
      `The e-mail address ${email} belongs to another account of this server. Nothing was changed.`,
    )
  }
  for (const [table, columns] of Object.entries(UNIQUE)) {
    for (const column of columns) {
      const taken = await known(
        table,
        column,
        rowsOf(metadata, table).map((row) => idOf(row, column)),
      )
      if (taken === undefined) continue
      throw new ArchiveUnusable(`This server has a ${table} with the ${column} ${taken} already. Nothing was changed.`)
    }
  }
}

/** The files that an interrupted import has written. Throws if another file has one of the keys. */
async function findStored(files: Files, { metadata, sha256 }: Archive): Promise<Set<string>> {
  const stored = new Set<string>()
  for (const [key, path] of Object.entries(metadata.files)) {
    if (!KEY.test(key)) throw new ArchiveUnusable(`The archive was altered: it names the file ${JSON.stringify(key)}.`)
    if ((await files.stat(key)) === null) continue
    const sums = createSums()
    await sums.consume(files.read(key))
    if (sums.result().sha256 !== sha256.get(path)) {
      throw new ArchiveUnusable(`This server has another file ${key}. Nothing was changed.`)
    }
    stored.add(key)
  }
  return stored
}

async function insertAll(deps: RestoreDeps, tx: Tx, metadata: Metadata): Promise<Plan> {
  const { now, failpoint } = deps
  await insertUser(deps, tx, metadata)
  const plan = planRestore(metadata, await readKnown(deps, tx, metadata))
  for (const table of restoredTables) {
    const rows = plan.tables.get(table) ?? []
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await insertStoredRows(tx, table, rows.slice(at, at + ROWS_AT_ONCE))
    }
  }
  const contents = new Set((plan.tables.get('content') ?? []).map((row) => idOf(row)))
  for (const { content_id: contentId, ...offer } of metadata.tables.download_offer) {
    if (!contents.has(contentId)) continue
    await upsertOffer(tx, contentId, offer, now)
    if (offer.mode !== 'off') await requestFiles(tx, contentId, now)
  }
  // Nobody is notified of releases that are not new.
  await claimReleases(tx, [...contents], now)
  const keys = new Set(metadata.nostr.map(({ publicHex }) => publicHex))
  for (const event of metadata.nostrEvents) {
    requireSigned(event)
    if (keys.has(event.pubkey)) await storeEvent(tx, event, now)
  }
  failpoint('import:rows')
  return plan
}

/** Logs in with the nostr keys, and by a link to the e-mail address that sets a new password. */
async function insertUser({ passwordHash }: RestoreDeps, tx: Tx, { account, nostr }: Metadata): Promise<void> {
  const { userId, username, email, language, displayName, artworkKey, ampMsat, createdAt } = account
  const keys = nostr.map(({ publicHex }) => ({ issuer: NOSTR_ISSUER, subject: publicHex })).toReversed()
  const password = { issuer: EMBEDDED_ISSUER, subject: userId }
  const [first = password, ...others] = email === null ? keys : [password, ...keys]
  await insertNewUser(tx, {
    userId,
    claims: { ...first, email, emailVerified: false },
    username,
    ...(email === null ? {} : { passwordHash }),
    language,
    now: new Date(createdAt),
  })
  for (const identity of others) await insertIdentity(tx, { ...identity, userId, changedAt: null })
  await updateProfile(tx, userId, { displayName, artworkKey, ampMsat: BigInt(ampMsat) })
}

async function readKnown({ now, host }: RestoreDeps, tx: Tx, metadata: Metadata): Promise<Known> {
  const { account, partners, tables } = metadata
  const idsIn = (names: readonly string[], column: string) =>
    names.flatMap((name) => (tables[name] ?? []).flatMap((row) => (row[column] === null ? [] : idOf(row, column))))
  const credits = ['album', 'track', 'episode'].flatMap((name) =>
    rowsOf(metadata, name).flatMap((row) =>
      (row['credits'] as { userId?: string }[]).flatMap((one) => one.userId ?? []),
    ),
  )
  const users = await selectKnown(
    tx,
    ['person', 'id'],
    [...partners.map(({ id }) => id), ...credits, ...idsIn(['split_share', 'split_recipient'], 'user_id')],
  )
  const contents = await selectKnown(
    tx,
    ['content', 'id'],
    [
      ...idsIn(['performer', 'performer_answer'], 'artist_id'),
      ...idsIn(['performer_answer'], 'album_id'),
      ...idsIn(['time_split'], 'recipient_content_id'),
      ...idsIn(['artist_pick'], 'target_id'),
      ...idsIn(['playlist_entry'], 'track_id'),
    ],
  )
  const outside = new Map<string, string>()
  const elsewhere = partners.flatMap(({ id, address }) =>
    address === null || users.has(id) || address.endsWith(`@${host}`) ? [] : [{ id, address }],
  )
  const ids = await nameOutside(
    tx,
    account.userId,
    elsewhere.map(({ address }) => address),
    now,
  )
  for (const { id, address } of elsewhere) outside.set(id, ids.get(address)!)
  const items = await restoreItems(tx, rowsOf(metadata, 'foreign_item'), now)
  return { users, contents, items, outside, host }
}
