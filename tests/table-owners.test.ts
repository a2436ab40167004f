/** Which module owns which SQL table. Only the owner writes it; other readers are listed. Tables whose name is a
 * variable in the query (`sql.table(…)`) are not seen. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { tableOwners } from './table-owners.ts'
import { createTestDatabase } from './test-database.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const owners: Record<string, readonly string[]> = tableOwners

/** Modules that write a table of another one. `person`: auth writes the columns of passwords and e-mail addresses.
 * `blocked_nostr_key`: relay writes the keys that operators block, comments those that artists block for their content. */
const alsoWrittenBy: Record<string, readonly string[]> = {
  blocked_nostr_key: ['comments'],
  person: ['auth'],
}

/** Modules that read tables of another one. Each of them breaks when the table changes. */
const readBy: Record<string, readonly string[]> = {
  account: ['payments'],
  account_hold: ['admin'],
  album: ['comments', 'discovery', 'downloads', 'feed', 'library', 'rss', 'stats', 'teams'],
  announcement: ['notifications'],
  asset: ['backup', 'downloads', 'health'],
  audience_day: ['stats'],
  artist: ['comments', 'concerts', 'discovery', 'downloads', 'feed', 'library', 'payments', 'reminders', 'rss'],
  blocked_commenter: ['fans', 'library'],
  chapter: ['rss'],
  chart_place: ['discovery'],
  classification: ['discovery', 'downloads', 'library', 'rss'],
  comment: ['admin', 'fans', 'feed'],
  concert: ['fans', 'payments', 'reminders'],
  concert_tier: ['payments'],
  content: ['admin', 'fans', 'stats', 'teams'],
  content_day: ['discovery', 'playlists'],
  content_total: ['discovery', 'playlists'],
  counted_payment: ['discovery'],
  download_offer: ['catalog'],
  download_right: ['fans', 'payments'],
  episode: ['comments', 'discovery', 'downloads', 'feed', 'library', 'rss', 'stats', 'teams'],
  fan_choice: ['library'],
  followed_genre: ['discovery', 'feed'],
  foreign_feed: ['playlists'],
  foreign_item: ['playlists'],
  heard: ['discovery', 'playlists'],
  heard_month: ['stats'],
  identity: ['auth', 'rss'],
  journal_line: ['health'],
  journal_state: ['payments'],
  library_item: ['discovery', 'fans', 'feed', 'stats'],
  muted_person: ['fans', 'library'],
  nostr_event: ['wallets'],
  nostr_tag: ['wallets'],
  outbox: ['health'],
  outgoing_stop: ['backup'],
  outside_recipient: ['payments'],
  payment_origin: ['comments'],
  passkey: ['accounts'],
  performer: ['discovery'],
  person: ['catalog', 'comments', 'demo', 'discovery', 'fans', 'payments', 'wallets'],
  play: ['discovery'],
  play_agent_day: ['stats'],
  play_country_day: ['stats'],
  play_day: ['stats'],
  play_quarter: ['stats'],
  play_total: ['catalog', 'stats'],
  playlist: ['catalog', 'discovery', 'foreign', 'library', 'stats'],
  playlist_entry: ['catalog', 'discovery', 'foreign', 'stats'],
  podcast: ['comments', 'discovery', 'downloads', 'feed', 'library', 'rss'],
  promo: ['catalog'],
  purchase: ['fans'],
  second_factor: ['accounts'],
  ticket: ['fans', 'reminders'],
  ticket_purchase: ['fans'],
  time_split: ['discovery', 'rss'],
  track: ['comments', 'discovery', 'downloads', 'feed', 'payments', 'playlists', 'rss', 'stats', 'teams'],
  team_member: ['catalog'],
  transcript: ['discovery', 'rss'],
  wallet_connection: ['auth'],
  waveform: ['discovery'],
  zap: ['discovery', 'fans', 'playlists'],
}

type Uses = { written: Set<string>; read: Set<string> }

/** The tables that a source file names in SQL. `FOR UPDATE` locks, and is a read. */
function usesOf(source: string): Uses {
  const uses: Uses = { written: new Set(), read: new Set() }
  const add = (verb: string, table: string) =>
    (/^(delete|insert|update)/i.test(verb) ? uses.written : uses.read).add(table)
  const statements = /(FOR (?:NO KEY )?)?\b(DELETE FROM|INSERT INTO|UPDATE|FROM|JOIN|USING)\s+(\w+)/g
  for (const [, lock, verb, table] of source.matchAll(statements)) if (lock === undefined) add(verb!, table!)
  return uses
}

const migrations = fs.globSync('server/migrations/*.sql', { cwd: ROOT })
const tables = migrations.flatMap((file) =>
  [...fs.readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(
    ([, name]) => name!,
  ),
)

/** By table: the modules that write and read it. */
function findUses(): Map<string, Uses> {
  const found = new Map(tables.map((table) => [table, { written: new Set<string>(), read: new Set<string>() }]))
  const sources = fs
    .globSync('server/**/*.ts', { cwd: ROOT })
    .filter((file) => !/\.(test|fixture|conformance)\.ts$/.test(file))
  for (const file of sources) {
    const module = file.split(path.sep)[1]!.replace(/\.ts$/, '')
    const { written, read } = usesOf(fs.readFileSync(path.join(ROOT, file), 'utf8'))
    for (const table of written) found.get(table)?.written.add(module)
    for (const table of read) found.get(table)?.read.add(module)
  }
  return found
}

const ownerOf = (table: string) => Object.keys(owners).find((module) => owners[module]!.includes(table))

test('each table has one owner', () => {
  assert.ok(tables.length > 100)
  assert.deepEqual(Object.values(owners).flat().sort(), tables.toSorted())
})

test('only its owner writes a table', () => {
  const found: Record<string, string[]> = {}
  for (const [table, { written }] of findUses()) {
    const others = [...written].filter((module) => module !== ownerOf(table))
    if (others.length > 0) found[table] = others.sort()
  }
  assert.deepEqual(found, alsoWrittenBy)
})

test('other modules that read a table are listed', () => {
  const found: Record<string, string[]> = {}
  for (const [table, { written, read }] of findUses()) {
    const others = [...read].filter((module) => module !== ownerOf(table) && !written.has(module))
    if (others.length > 0) found[table] = others.sort()
  }
  assert.deepEqual(found, readBy)
})

test('reads and writes are distinguished', () => {
  const { written, read } = usesOf(`
    WITH gone AS (DELETE FROM play WHERE id = 1 RETURNING id)
    INSERT INTO comment SELECT FROM zap JOIN person ON true FOR NO KEY UPDATE OF person
    ON CONFLICT DO UPDATE SET n = 1; UPDATE track SET n = 2
    SELECT n FROM album JOIN artist USING (id); DELETE FROM chapter`)
  assert.deepEqual([...written].sort(), ['SET', 'chapter', 'comment', 'play', 'track'])
  assert.deepEqual([...read].sort(), ['album', 'artist', 'person', 'zap'])
})

test('no foreign key connects a table of relay, plays, stats or discovery with another module', async () => {
  await using database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ from: string; to: string }>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint WHERE contype = 'f'`,
  )
  await client.end()
  const isLarge = (table: string) => ['relay', 'plays', 'stats', 'discovery'].includes(ownerOf(table) ?? '')
  const crossing = rows.filter(({ from, to }) => (isLarge(from) || isLarge(to)) && ownerOf(from) !== ownerOf(to))
  assert.ok(rows.length > 20)
  assert.deepEqual(crossing, [])
})
