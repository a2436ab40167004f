/** A wallet over NIP-47 with an independent service: NWCWalletService of @getalby/sdk, on the wallet of a test. It
 * sends no notifications, so incoming payments are polled. */
import { NWCWalletService, NWCWalletServiceKeyPair } from '@getalby/sdk/nwc'
import { generateSecretKey, publicKeyOf, secretToHex } from '#protocols/nostr/keys.ts'
import { describeLightningNode } from '#server/lightning/node.conformance.ts'
import { createNwcNode } from '#server/lightning/nwc/adapter.ts'
import { NEEDED } from '#server/lightning/nwc/responses.ts'
import { createWalletDouble } from './nwc.ts'
import { startSmallRelay } from './small-relay.ts'

describeLightningNode('A wallet of the Alby SDK', async () => {
  const relay = await startSmallRelay()
  const { wallet, feeMsat, answer } = createWalletDouble()
  const secretKey = generateSecretKey()
  const clientSecretKey = generateSecretKey()
  const pair = new NWCWalletServiceKeyPair(secretToHex(secretKey), publicKeyOf(clientSecretKey))
  const service = new NWCWalletService({ relayUrls: [relay.url] })
  await service.publishWalletServiceInfoEvent(pair.walletSecret, [...NEEDED], [])
  const handle =
    (method: (typeof NEEDED)[number]) =>
    async (params: object = {}) => {
      const reply = await answer({ method, params: { ...params } })
      return { result: undefined, error: undefined, ...(reply as object) } as never
    }
  const unsubscribe = await service.subscribe(pair, {
    getInfo: handle('get_info'),
    getBalance: handle('get_balance'),
    makeInvoice: handle('make_invoice'),
    payInvoice: handle('pay_invoice'),
    lookupInvoice: handle('lookup_invoice'),
    listTransactions: handle('list_transactions'),
  })
  const connection = {
    walletPubkey: publicKeyOf(secretKey),
    relays: [relay.url],
    secret: secretToHex(clientSecretKey),
    lud16: null,
  }
  const node = createNwcNode({ connection, fee: { ppm: 10_000, baseMsat: 10_000n } })
  const stop = async () => {
    unsubscribe()
    service.close()
    await relay.stop()
  }
  return { node, counterparty: wallet.counterparty, routingFeeMsat: feeMsat, stop }
})
