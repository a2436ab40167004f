/** One DATABASE_URL with several PostgreSQL servers, of which one can be written to: `postgres://a,b:5433/peal`, or sockets as in
 * `?host=/a,/b`. They are tried in order; a standby is passed over. */
import pg from 'pg'
import { addressesOf } from '#server/platform/config/database.ts'
import { NotWritable } from './database.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** A connection to the first server that can be written to. */
export async function connectOne(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  return (await connectFirst(addressesOf(url), options)).client
}

/** `index`: which of the addresses it is. */
async function connectFirst(addresses: readonly string[], options: pg.ClientConfig) {
  for (const [index, connectionString] of addresses.entries()) {
    const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...options, connectionString })
    // A lost connection fails the running statement, and that is where it is handled.
    client.on('error', () => undefined)
    try {
      await client.connect()
      if (addresses.length > 1) await requireWritable(client)
      return { client, index }
    } catch (error) {
      await client.end().catch(() => undefined)
      if (index === addresses.length - 1) throw error
    }
  }
  throw new Error('There is no address')
}

async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw new NotWritable('The database is a standby')
}

export type OpenedPool = { pool: pg.Pool; connect(): Promise<pg.PoolClient> }

/** A failed search for the writable server is also the result of searches that start within this time. */
const SEARCH_PAUSE_MS = 200

/** A pool whose new connections go to the server that could be written to last. When that fails, one search for another
 * serves all callers: each of their own would open a connection to every standby, which a busy machine does for
 * seconds. */
export function createPool(url: string, options: pg.PoolConfig): OpenedPool {
  const addresses = addressesOf(url)
  if (addresses.length === 1) {
    const pool = new pg.Pool({ ...options, connectionString: url })
    return { pool, connect: () => pool.connect() }
  }
  const { connectionTimeoutMillis = CONNECT_TIMEOUT_MS } = options
  let current = 0
  let isFound = false
  let search: Promise<void> | null = null
  class Client extends pg.Client {
    constructor(given: pg.ClientConfig) {
      super({ ...given, connectionString: addresses[current]!, keepAlive: true })
    }
  }
  const verify = (client: pg.PoolClient, done: (error?: Error) => void) =>
    void requireWritable(client).then(() => done(), done)
  const pool = new pg.Pool({ ...options, Client: Client as unknown as new () => pg.ClientBase, verify })
  const find = async () => {
    const inTurn = [...addresses.slice(current), ...addresses.slice(0, current)]
    const { client, index } = await connectFirst(inTurn, { connectionTimeoutMillis })
    await client.end().catch(() => undefined)
    current = (current + index) % addresses.length
    isFound = true
  }
  const searchTogether = () => {
    if (search !== null) return search
    const own = find()
    const forget = () => void (search = null)
    own.then(forget, () => setTimeout(forget, SEARCH_PAUSE_MS).unref())
    return (search = own)
  }
  const connect = async (): Promise<pg.PoolClient> => {
    if (!isFound) await searchTogether()
    try {
      return await pool.connect()
    } catch (error) {
      if (isPoolBusy(error)) throw error
      isFound = false
      await searchTogether()
      return await pool.connect()
    }
  }
  return { pool, connect }
}

const isPoolBusy = (error: unknown) => (error as Error).message === 'timeout exceeded when trying to connect'
