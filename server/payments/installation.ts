/** The single row that says which Lightning node holds the money of this database. Starting with another node is
 * refused: sandbox money must never meet a real node. */
import { sql } from 'kysely'
import { networksOfAddress } from '#protocols/lightning/bitcoin-address.ts'
import type { LightningNode } from '#server/lightning/node.ts'
import { InvalidSetting } from '#server/platform/config/values.ts'
import type { Tx } from '#server/platform/database/database.ts'

type Bound = { lightning_backend: string; lightning_network: string; lightning_pubkey: string }

export class WrongLightningNode extends Error {
  override name = 'WrongLightningNode'
}

export type NodeIdentity = { pubkey: string; network: 'bc' | 'tb' | 'tbs' | 'bcrt' }

export async function bindInstallation(tx: Tx, node: LightningNode, coldStorage: string): Promise<NodeIdentity> {
  const { pubkey, network } = await node.info(AbortSignal.timeout(30_000))
  const networks = networksOfAddress(coldStorage)
  if (networks.length > 0 && !networks.includes(network)) {
    throw new InvalidSetting(`COLD_STORAGE must be an address of the node's network, which is ${network}`)
  }
  await sql`INSERT INTO installation (lightning_backend, lightning_network, lightning_pubkey)
    VALUES (${node.kind}, ${network}, ${pubkey}) ON CONFLICT DO NOTHING`.execute(tx)
  const { rows } = await sql<Bound>`
    SELECT lightning_backend, lightning_network, lightning_pubkey FROM installation`.execute(tx)
  const bound = rows[0]
  const isSame =
    bound?.lightning_backend === node.kind && bound.lightning_network === network && bound.lightning_pubkey === pubkey
  if (!isSame) {
    throw new WrongLightningNode(
      `This database's money belongs to the ${bound?.lightning_backend} node ${bound?.lightning_pubkey} ` +
        `(${bound?.lightning_network}), but LIGHTNING leads to the ${node.kind} node ${pubkey} (${network}). ` +
        'Start with that node again, or with another DATABASE_URL or DATA_DIR.',
    )
  }
  return { pubkey, network }
}

/** When this database first met its node. */
export async function readInstalledAt(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`SELECT created_at FROM installation`.execute(tx)
  return rows[0]?.created_at ?? null
}
