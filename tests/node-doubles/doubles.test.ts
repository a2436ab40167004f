/** Core Lightning, phoenixd and wallets over NIP-47, tested with doubles of their interfaces: the whole conformance
 * suite. */
import { createClnNode } from '#server/lightning/cln/adapter.ts'
import { describeLightningNode } from '#server/lightning/node.conformance.ts'
import { createNwcNode } from '#server/lightning/nwc/adapter.ts'
import { createPhoenixdNode } from '#server/lightning/phoenixd/adapter.ts'
import { RUNE, startClnDouble } from './cln.ts'
import { createWalletDouble } from './nwc.ts'
import { PASSWORD, startPhoenixdDouble } from './phoenixd.ts'
import { startSmallRelay } from './small-relay.ts'
import { startWalletService } from './relay-wallet.ts'

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

describeLightningNode('A wallet over two relays', async () => {
  const relays = await Promise.all([startSmallRelay(), startSmallRelay()])
  const { wallet, feeMsat, answer, follow } = createWalletDouble()
  const urls = relays.map(({ url }) => url)
  const service = await startWalletService({ relays: urls, encryptions: ['nip44_v2'], answer })
  const ending = new AbortController()
  const following = follow(service.notify, ending.signal)
  const node = createNwcNode({ connection: service.connection, fee: { ppm: 10_000, baseMsat: 10_000n } })
  const stop = async () => {
    ending.abort()
    await following
    service.stop()
    await Promise.all(relays.map((relay) => relay.stop()))
  }
  return { node, counterparty: wallet.counterparty, routingFeeMsat: feeMsat, stop }
})
