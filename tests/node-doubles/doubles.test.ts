/** Core Lightning and phoenixd, as far as doubles of their interfaces can tell: the whole conformance suite. */
import { createClnNode } from '#server/lightning/cln/adapter.ts'
import { describeLightningNode } from '#server/lightning/node.conformance.ts'
import { createPhoenixdNode } from '#server/lightning/phoenixd/adapter.ts'
import { RUNE, startClnDouble } from './cln.ts'
import { PASSWORD, startPhoenixdDouble } from './phoenixd.ts'

describeLightningNode('Core Lightning', async () => {
  const { url, wallet, feeMsat, stop } = await startClnDouble()
  const node = createClnNode({ url, certificate: '', rune: RUNE, stillTryingMs: 2_000 })
  return { node, counterparty: wallet.counterparty, routingFeeMsat: feeMsat, stop }
})

describeLightningNode('phoenixd', async () => {
  const { url, wallet, feeMsat, stop } = await startPhoenixdDouble()
  const node = createPhoenixdNode({ url, password: PASSWORD, fee: { ppm: 4_000, baseMsat: 4_000n } })
  return { node, counterparty: wallet.counterparty, routingFeeMsat: feeMsat, stop }
})
