/** A single connection as what functions of other modules take. Servers use the pools of connect.ts. */
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Tx } from './database.ts'

/** For functions of other modules, which then work in the connection's transaction. */
export function asTx(client: pg.Client): Tx {
  const lent = { query: client.query.bind(client), release: () => undefined } as unknown as pg.PoolClient
  const pool = { options: {}, connect: async () => lent, end: async () => undefined }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}
