/** The operator's node as the settings name it. The sandbox, which is no operator's, is opened by itself. */
import assert from 'node:assert/strict'
import type { Config } from '#server/platform/config.ts'
import { createClnNode } from './cln/adapter.ts'
import { createLndNode } from './lnd/adapter.ts'
import type { LightningNode } from './node.ts'
import { createPhoenixdNode } from './phoenixd/adapter.ts'

export function openNode(config: Config): LightningNode {
  if (config.lightning === 'lnd') {
    const macaroon = config.lndMacaroon || config.lndMacaroonFile
    return createLndNode({ url: config.lndUrl, certificate: config.lndCertificate, macaroon })
  }
  if (config.lightning === 'cln') {
    const rune = config.clnRune || config.clnRuneFile
    return createClnNode({ url: config.clnUrl, certificate: config.clnCertificate, rune })
  }
  assert.equal(config.lightning, 'phoenixd')
  const password = config.phoenixdPassword || config.phoenixdPasswordFile
  const fee = { ppm: config.phoenixdFeePpm, baseMsat: config.phoenixdFeeBaseMsat }
  return createPhoenixdNode({ url: config.phoenixdUrl, password, fee })
}
