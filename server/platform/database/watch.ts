/** Notices immediately when the database becomes unreachable while the server starts, through a connection that does
 * nothing else. A server that is up needs no such watch: its queries fail, and its pools reconnect. */
import { isDatabaseUnreachable } from './database.ts'
import { connectOne } from './hosts.ts'

/** The message is for the operator. */
export class DatabaseLost extends Error {
  override name = 'DatabaseLost'
}

/** Returns DatabaseLost when the error was caused by an unreachable database, otherwise the error itself. */
export function asDatabaseLost(error: unknown): unknown {
  const { message, cause } = error as Error
  return isDatabaseUnreachable(error) || isDatabaseUnreachable(cause ?? {}) ? new DatabaseLost(message) : error
}

const CONNECT_TIMEOUT_MS = 5_000

/** Calls `onLost` once when the connection breaks. Returns a function that ends the watch. */
export async function watchDatabase(url: string, onLost: (error: Error) => void): Promise<() => Promise<void>> {
  const client = await connectOne(url, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true })
  let isOver = false
  const lose = (error?: Error) => {
    if (isOver) return
    isOver = true
    onLost(new DatabaseLost(error?.message ?? 'the connection was closed'))
  }
  client.on('error', lose)
  client.on('end', () => lose())
  return async () => {
    isOver = true
    await client.end().catch(() => undefined)
  }
}
