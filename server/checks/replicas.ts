/** The hosts of DATABASE_READ_URL: is each a standby of this database, and how far is it behind. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/platform/config/config.ts'
import { addressesOf } from '#server/platform/config/database.ts'
import { PRIMARY_POSITION, STANDBY_POSITION, type WalPosition } from '#server/platform/database/engine.ts'
import { connectOne } from '#server/platform/database/hosts.ts'
import { checked, failed, type Line, ok, warning } from './check.ts'

const SUBJECT = 'read replicas'
const LIMITS = { connectionTimeoutMillis: 5_000 }
const PAUSE_MS = 10

export async function checkReplicas(primaryUrl: string, config: Config): Promise<Line[]> {
  const addresses = config.databaseReadUrl === '' ? [] : addressesOf(config.databaseReadUrl)
  const lines = await Promise.all(
    addresses.map((address, index) =>
      checked(SUBJECT, `Check host ${index + 1} of DATABASE_READ_URL. Until it responds, the primary is read`, () =>
        checkReplica(primaryUrl, address, `Host ${index + 1} of ${addresses.length}`, config.databaseReadLagMs),
      ),
    ),
  )
  // The server works without them.
  return lines.flat().map((line) => (line.state === 'failed' ? { ...line, state: 'warning' } : line))
}

async function checkReplica(primaryUrl: string, address: string, name: string, maxLagMs: number): Promise<Line[]> {
  const primary = await connectOne(primaryUrl, LIMITS)
  const standby = await connectOne(address, LIMITS).catch(async (error: unknown) => {
    await primary.end()
    throw error
  })
  const queryPosition = async () => (await standby.query<WalPosition>(STANDBY_POSITION)).rows[0]!
  try {
    const notedAt = performance.now()
    const { position, system } = (await primary.query<WalPosition>(PRIMARY_POSITION)).rows[0]!
    for (;;) {
      const found = await queryPosition()
      if (found.position === null) return [failed(SUBJECT, `${name} is not a standby. Name only standbys`)]
      if (found.system !== system) return [failed(SUBJECT, `${name} is a standby of another database`)]
      const lagMs = Math.round(performance.now() - notedAt)
      if (position !== null && found.position >= position) return [ok(SUBJECT, `${name} was ${lagMs} ms behind`)]
      if (lagMs > maxLagMs) {
        const advice = 'The primary is read instead. Look at its network and disk, or raise DATABASE_READ_LAG_MS'
        return [warning(SUBJECT, `${name} is more than ${maxLagMs} ms behind. ${advice}`)]
      }
      await pause(PAUSE_MS)
    }
  } finally {
    await Promise.all([primary.end(), standby.end()])
  }
}
