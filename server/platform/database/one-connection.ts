/** A single connection, for work that needs the connection itself: COPY, and transactions of programs. Servers use the pools
 * of database.ts. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tx } from './database.ts'

const CONNECT_TIMEOUT_MS = 10_000

export async function connectOne(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A lost connection fails the running statement, and that is where it is handled.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** For functions of other modules, which then work in the connection's transaction. */
export function asTx(client: pg.Client): Tx {
  const lent = { query: client.query.bind(client), release: () => undefined } as unknown as pg.PoolClient
  const pool = { options: {}, connect: async () => lent, end: async () => undefined }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}
