/** Opens the operator's node from the configuration. The sandbox is opened separately, because it is not an
 * operator's node. */
import assert from 'node:assert/strict'
import { parseConnectionUri } from '#protocols/nostr/wallet-connect.ts'
import type { Config } from '#server/platform/config/config.ts'
import { createClnNode } from './cln/adapter.ts'
import { createLndNode } from './lnd/adapter.ts'
import type { LightningNode } from './node.ts'
import { createNwcNode } from './nwc/adapter.ts'
import { createPhoenixdNode } from './phoenixd/adapter.ts'

export function openNode(config: Config): LightningNode {
  if (config.lightning === 'lnd') {
    return createLndNode({ url: config.lndUrl, certificate: config.lndCertificate, macaroon: config.lndMacaroon })
  }
  if (config.lightning === 'cln') {
    return createClnNode({ url: config.clnUrl, certificate: config.clnCertificate, rune: config.clnRune })
  }
  if (config.lightning === 'nwc') {
    const connection = parseConnectionUri(config.nwcUrl)
    return createNwcNode({ connection, fee: { ppm: config.nwcFeePpm, baseMsat: config.nwcFeeBaseMsat } })
  }
  assert.equal(config.lightning, 'phoenixd')
  const fee = { ppm: config.phoenixdFeePpm, baseMsat: config.phoenixdFeeBaseMsat }
  return createPhoenixdNode({ url: config.phoenixdUrl, password: config.phoenixdPassword, fee })
}
