/** PostgreSQL accepts every typed statement of server/, and returns the columns of its row type: their names, their
 * types and whether they can be null. PostgreSQL does not tell whether an expression, or a column behind an outer
 * join, can be null; only columns that can be null in their table are compared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { readStatements, type RowField, type Statement } from './sql-statements.ts'
import { createTestDatabase } from './test-database.ts'

/** `tableID` and `columnID` are 0 for an expression. */
type Column = { name: string; tableID: number; columnID: number; dataTypeID: number }

/** Parses and describes a statement, without running it. */
class Describe {
  columns: Column[] = []
  readonly text: string
  readonly #done: PromiseWithResolvers<Column[]>
  constructor(text: string, done: PromiseWithResolvers<Column[]>) {
    this.text = text
    this.#done = done
  }
  submit(connection: { parse(of: object): void; describe(of: object): void; sync(): void }): void {
    connection.parse({ text: this.text, name: '', types: [] })
    connection.describe({ type: 'S', name: '' })
    connection.sync()
  }
  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.columns = fields
  }
  handleError(error: Error): void {
    this.#done.reject(error)
  }
  handleReadyForQuery(): void {
    this.#done.resolve(this.columns)
  }
}

function describe(client: pg.Client, text: string): Promise<Column[]> {
  const done = Promise.withResolvers<Column[]>()
  client.query(new Describe(text, done) as never)
  return done.promise
}

type Nullable = ReadonlyMap<string, string>

async function readNullable(client: pg.Client): Promise<Nullable> {
  const { rows } = await client.query<{ place: string; name: string }>(
    "SELECT attrelid || ' ' || attnum AS place, attname AS name FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull",
  )
  return new Map(rows.map(({ place, name }) => [place, name]))
}

/** What JavaScript receives for each type of PostgreSQL. Any type is right for jsonb (3802). */
const received: Record<number, string> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'bigint',
  21: 'number',
  23: 'number',
  25: 'string',
  700: 'number',
  701: 'number',
  1007: 'Array',
  1009: 'Array',
  1016: 'Array',
  1184: 'Date',
  1700: 'string',
  2950: 'string',
}
const JSONB = 3802

/** Columns that can be null in their table, and never are in this statement. */
const neverNull: Record<string, string> = {
  'server/auth/passwords/queries.ts selectLogin: email can be null': 'CHECK: who has a password has an email address',
  'server/auth/providers/email-requests.ts consumeEmailRequest: email can be null': 'CHECK: set with the code',
  'server/catalog/music/countdowns.ts findCountdown: published_at can be null': 'selected by it, as later than now',
  'server/catalog/music/countdowns.ts selectCountdowns: published_at can be null': 'selected by it, as later than now',
  'server/comments/comment-queries.ts insertMessages: paymentId can be null': 'inserted from messages, which have one',
  'server/moving/item-queries.ts claimNext: item can be null': 'only what is left out has none, and is never claimed',
  'server/payments/audit/difference-queries.ts readBookedFor: bookedAt can be null': 'CHECK: set unless open',
  'server/payments/audit/difference-queries.ts readBookedFor: reason can be null': 'CHECK: set once booked',
  'server/payments/audit/queries.ts listUnknownReceipts: paymentHash can be null': 'all are receipts of the node',
  'server/payments/audit/queries.ts readStray: paymentHash can be null': 'selected by it, with ANY',
  'server/payments/price.ts readPrice: usd_per_btc can be null': 'CHECK: set with the time',
  'server/payments/statements/suspense.ts findInSuspense: hash can be null': 'selected by it, with ANY',
  'server/relay/blocked-key-queries.ts selectServerBlocks: reason can be null': 'CHECK: set if there is no owner',
}

/** Not checked: a fragment of these is chosen from a list or an object, or given by the caller. */
const unreadable = [
  'server/admin/case-queries.ts selectCases',
  'server/backup/known-files.ts readKnownFiles',
  'server/catalog/content/classification.ts selectClassification',
  'server/catalog/content/tombstone-queries.ts findBySlug',
  'server/catalog/lists/chosen.ts chooseAlbums',
  'server/catalog/lists/chosen.ts chooseArtists',
  'server/catalog/lists/chosen.ts choosePodcasts',
  'server/catalog/music/track-info.ts selectTracks',
  'server/comments/list-queries.ts selectComments',
  'server/comments/list-queries.ts selectSupporters',
  'server/comments/supporter-queries.ts selectLargestByWeek',
  'server/comments/supporter-queries.ts selectSupporterPage',
  'server/concerts/queries.ts selectAny',
  'server/discovery/sitemap-queries.ts countListed',
  'server/discovery/sitemap-queries.ts selectListed',
  'server/discovery/word-queries.ts selectWithAll',
  'server/feed/feed-queries.ts selectFeed',
  'server/library/item-queries.ts selectSaved',
  'server/moving/queries.ts select',
  'server/platform/database/stored-rows.ts selectKnown',
  'server/platform/jobs/due.ts answersTo',
  'server/playlists/playlist-queries.ts selectSummaries',
  'server/playlists/smart-queries.ts selectSmart',
  'server/relay/query.ts countEvents',
  'server/relay/query.ts queryEvents',
  'server/rss/moved.ts selectMoved',
  'server/stats/part-queries.ts selectContentTotals',
  'server/stats/part-queries.ts selectEarnedContents',
  'server/stats/part-queries.ts selectPlayedContents',
  'server/stats/part-queries.ts selectReleaseTotals',
  'server/stats/part-queries.ts selectSupporters',
  'server/stats/series-queries.ts selectDays',
  'server/stats/series-queries.ts selectMonths',
  'server/stats/series-queries.ts sumRange',
]

async function faultsOf(client: pg.Client, nullable: Nullable, statement: Statement): Promise<string[]> {
  const faults: string[] = []
  for (const text of statement.texts) {
    const columns = await describe(client, text).catch((error: Error) => error.message)
    if (typeof columns === 'string') faults.push(columns)
    else faults.push(...statement.fields.flatMap((field) => faultsOfField(field, columns, nullable, text)))
  }
  return [...new Set(faults)].map((fault) => `${statement.place}: ${fault}`)
}

function faultsOfField({ name, types }: RowField, columns: Column[], nullable: Nullable, text: string): string[] {
  const column = columns.find((one) => one.name === name)
  if (column === undefined) return [`${name} is not returned`]
  const { dataTypeID, tableID, columnID } = column
  const faults: string[] = []
  if (types.includes('unknown')) return faults
  if (dataTypeID !== JSONB && !types.includes(received[dataTypeID]!))
    faults.push(`${name} is ${types.join(' | ')}, and of PostgreSQL's type ${dataTypeID}`)
  const origin = nullable.get(`${tableID} ${columnID}`)
  if (
    origin !== undefined &&
    !types.includes('null') &&
    !new RegExp(`\\b${origin}\\b"? (?:IS NOT NULL|= \\$)`).test(text)
  )
    faults.push(`${name} can be null`)
  return faults
}

async function withClient<T>(work: (client: pg.Client, nullable: Nullable) => Promise<T>): Promise<T> {
  await using database = await createTestDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    return await work(client, await readNullable(client))
  } finally {
    await client.end()
  }
}

test('every typed statement is accepted by PostgreSQL and returns the declared row type', async () => {
  const statements = readStatements()
  const faults = await withClient(async (client, nullable) => {
    const found: string[] = []
    for (const one of statements) found.push(...(await faultsOf(client, nullable, one)))
    return found
  })
  assert.deepEqual(faults.sort(), Object.keys(neverNull).sort())
  const unread = statements.filter(({ unknown }) => unknown !== null).map(({ place }) => place)
  assert.deepEqual([...new Set(unread)].sort(), unreadable)
  assert.ok(statements.length - unread.length > 300)
})

test('a wrong column name, type, nullability or missing column is reported', async () => {
  const fields = [
    { name: 'id', types: ['string'] },
    { name: 'name', types: ['number'] },
    { name: 'artwork_key', types: ['string'] },
    { name: 'url', types: ['string'] },
  ]
  const texts = ['SELECT id, name, artwork_key FROM artist', 'SELECT nonsense FROM artist']
  const statement = { place: 'here', fields, texts, unknown: null }
  const faults = await withClient((client, nullable) => faultsOf(client, nullable, statement))
  assert.deepEqual(faults, [
    "here: name is number, and of PostgreSQL's type 25",
    'here: artwork_key can be null',
    'here: url is not returned',
    'here: column "nonsense" does not exist',
  ])
})
