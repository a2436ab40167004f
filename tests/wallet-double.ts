/** An external wallet reached over a relay (NIP-47), as far as a client can see: behaves as the test says, and
 * records its requests. Written with nostr-tools only, so that both sides do not share a mistake. */
import { decrypt as decryptNip04, encrypt as encryptNip04 } from 'nostr-tools/nip04'
import { decrypt as decryptNip44, encrypt as encryptNip44, getConversationKey } from 'nostr-tools/nip44'
import { finalizeEvent, generateSecretKey, getPublicKey, type Event } from 'nostr-tools/pure'
import { connectRelay } from './relay-client.ts'

type Said = { result: object } | { error: { code: string; message: string } }
type Asked = { method: string; params: Record<string, string>; expiresAtSeconds: number }

export type WalletService = {
  uri: string
  /** Every request that could be read. */
  asked: Asked[]
  /** The result of the next payments; null for no response. */
  onPay: (bolt11: string) => Promise<Said | null>
  close(): void
}

const BALANCE_MSAT = 123_456_000
const METHODS = ['pay_invoice', 'get_balance', 'get_info']

export async function startWalletService(
  origin: string,
  { encryption = 'nip44_v2' }: { encryption?: 'nip44_v2' | 'nip04' } = {},
): Promise<WalletService> {
  const relay = await connectRelay(origin)
  const [secretKey, clientKey] = [generateSecretKey(), generateSecretKey()]
  const [walletPubkey, clientPubkey] = [getPublicKey(secretKey), getPublicKey(clientKey)]
  const sharedKey = getConversationKey(secretKey, clientPubkey)
  const address = encodeURIComponent(`${origin.replace(/^http/, 'ws')}/relay`)
  const service: WalletService = {
    uri: `nostr+walletconnect://${walletPubkey}?relay=${address}&secret=${Buffer.from(clientKey).toString('hex')}`,
    asked: [],
    onPay: async () => null,
    close: () => relay.close(),
  }

  const read = (text: string) =>
    JSON.parse(
      encryption === 'nip04' ? decryptNip04(secretKey, clientPubkey, text) : decryptNip44(text, sharedKey),
    ) as Pick<Asked, 'method' | 'params'>
  const write = (said: object) => {
    const text = JSON.stringify(said)
    return encryption === 'nip04' ? encryptNip04(secretKey, clientPubkey, text) : encryptNip44(text, sharedKey)
  }
  const publish = (kind: number, tags: string[][], content: string) =>
    relay.publish(finalizeEvent({ kind, created_at: Math.floor(Date.now() / 1_000), tags, content }, secretKey))

  async function answer({ method, params }: Asked): Promise<Said | null> {
    if (method === 'get_info') return { result: { alias: 'Pocket wallet', methods: METHODS } }
    if (method === 'get_balance') return { result: { balance: BALANCE_MSAT } }
    return service.onPay(params['invoice'] ?? '')
  }

  async function take(request: Event): Promise<void> {
    if (request.pubkey !== clientPubkey) return
    const expiry = request.tags.find(([name]) => name === 'expiration')?.[1] ?? '0'
    const asked = { ...read(request.content), expiresAtSeconds: Number(expiry) }
    service.asked.push(asked)
    const said = await answer(asked)
    if (said === null) return
    const tags = [
      ['p', clientPubkey],
      ['e', request.id],
    ]
    await publish(23_195, tags, write({ result_type: asked.method, error: null, result: null, ...said }))
  }

  await publish(13_194, [['encryption', encryption]], METHODS.join(' '))
  relay.socket.on('message', (data: Buffer) => {
    const [type, name, event] = JSON.parse(data.toString('utf8')) as [string, string, Event]
    if (type === 'EVENT' && name === 'requests') void take(event)
  })
  relay.say('REQ', 'requests', { kinds: [23_194], '#p': [walletPubkey] })
  await relay.hear(([type, name]) => type === 'EOSE' && name === 'requests')
  return service
}
