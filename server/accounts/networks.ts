/** Networks from which users were signed in during the last 48 hours, as keyed hashes: the house pays no gift to an
 * account in the network of the visitor who requests it. Nothing else reads them. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { keyOf } from '#server/platform/secrets/seal.ts'

export const NETWORKS_KEPT_MS = 48 * 3_600_000
const HASH_BYTES = 16
/** Entries that one process remembers, so that it writes each once a day. */
const REMEMBERED_MAX = 50_000

/** The keyed hash of a network, or of anything else that must not be readable in the database. */
export type HashNetwork = (network: string) => Buffer

export function createNetworkHash(secret: string): HashNetwork {
  const key = keyOf(secret, 'networks')
  return (network) => createHmac('sha256', key).update(network).digest().subarray(0, HASH_BYTES)
}

export type NoteNetwork = (userId: string, network: string) => Promise<void>

/** Records that a user was signed in from a network today (UTC). */
export function createNetworkNotes(
  { database, clock }: { database: Database; clock: Clock },
  hash: HashNetwork,
): NoteNetwork {
  let day = ''
  const written = new Set<string>()
  return async (userId, network) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    if (today !== day || written.size >= REMEMBERED_MAX) written.clear()
    day = today
    const name = `${userId} ${network}`
    if (written.has(name)) return
    await sql`
      INSERT INTO person_network (network_hash, user_id, day, created_at)
      VALUES (${hash(network)}, ${userId}, ${today}::date, ${now}) ON CONFLICT DO NOTHING`.execute(database.read)
    written.add(name)
  }
}

/** Which of the users were signed in from this network on this day. */
export async function findUsersInNetwork(
  tx: Tx,
  { networkHash, day, userIds }: { networkHash: Buffer; day: string; userIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM person_network
    WHERE network_hash = ${networkHash} AND day = ${day}::date AND user_id = ANY(${userIds}::uuid[])`.execute(tx)
  return rows.map((row) => row.user_id)
}

export async function deleteOldNetworks(tx: Tx, now: Date): Promise<void> {
  await sql`DELETE FROM person_network WHERE created_at <= ${new Date(now.getTime() - NETWORKS_KEPT_MS)}`.execute(tx)
}

export async function deleteNetworksOf(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM person_network WHERE user_id = ${userId}`.execute(tx)
}

/** The accounts of a demo were signed in from the machine of its first visitor, who could then give the house's gift to
 * nobody. */
export async function deleteNetworksOfDemo(tx: Tx): Promise<void> {
  await sql`DELETE FROM person_network`.execute(tx)
}

/** For the export: when a network was recorded. The hash reveals nothing. */
export async function listNetworksOf(tx: Tx, userId: string): Promise<{ recordedAt: Date }[]> {
  const { rows } = await sql<{ recordedAt: Date }>`
    SELECT created_at AS "recordedAt" FROM person_network WHERE user_id = ${userId} ORDER BY created_at`.execute(tx)
  return rows
}
