/** Connects the user's own wallet and tests it before saving: whether it responds and may pay, and its balance.
 * Storage: stored-wallet.ts. Paying with it: web/zap/payment/own-wallet.ts. */
import { InvalidWalletMessage, parseConnectionUri, type WalletConnection } from '#protocols/nostr/wallet-connect.ts'
import type { StoredWallet } from './stored-wallet.ts'
import { requestFromWallet, findWalletInfo } from './wallet-client.ts'

const INFO_WAIT_MS = 6_000
const ANSWER_WAIT_MS = 12_000
const NAME_MAX_CHARACTERS = 60

/** `address`: not a connection URI. `unreachable`: no relay reachable.
 * `silent`: no response. `cannot-pay`: payments not allowed.
 * `refused`: the wallet does not know this connection (any more). `encryption`: no encryption in common. */
export type ConnectProblem = 'address' | 'unreachable' | 'silent' | 'cannot-pay' | 'refused' | 'encryption'

export class WalletNotConnected extends Error {
  override name = 'WalletNotConnected'
  readonly reason: ConnectProblem

  constructor(reason: ConnectProblem) {
    super(`The wallet was not connected: ${reason}`)
    this.reason = reason
  }
}

type Spoken = Pick<StoredWallet, 'uri' | 'encryption'>

/** Throws WalletNotConnected. Spends nothing. */
export async function tryWallet(text: string): Promise<Omit<StoredWallet, 'accountId'>> {
  const uri = text.trim()
  const connection = parse(uri)
  const info = await findWalletInfo(connection, INFO_WAIT_MS)
  if (info === 'unsent') throw new WalletNotConnected('unreachable')
  if (info !== null && info.encryption === null) throw new WalletNotConnected('encryption')
  // A wallet that publishes no info event has to be tried.
  const encryptions = info?.encryption ? [info.encryption] : (['nip44_v2', 'nip04'] as const)
  for (const encryption of encryptions) {
    const asking = { connection, encryption, method: 'get_info', params: {}, waitMs: ANSWER_WAIT_MS } as const
    const reply = await requestFromWallet(asking)
    if (reply === 'unsent') throw new WalletNotConnected('unreachable')
    if (reply === 'silence') continue
    if (reply.error?.code === 'UNAUTHORIZED') throw new WalletNotConnected('refused')
    if (reply.error?.code === 'UNSUPPORTED_ENCRYPTION') continue
    const { alias, methods } = reply.result ?? {}
    const can = Array.isArray(methods) ? methods : (info?.methods ?? [])
    if (!can.includes('pay_invoice')) throw new WalletNotConnected('cannot-pay')
    const name = typeof alias === 'string' && alias.trim() !== '' ? shorten(alias) : null
    return { uri, encryption, name }
  }
  throw new WalletNotConnected('silent')
}

/** In msat; null when the wallet does not say. */
export async function readWalletBalance({ uri, encryption }: Spoken): Promise<number | null> {
  const connection = parse(uri)
  const reply = await requestFromWallet({
    connection,
    encryption,
    method: 'get_balance',
    params: {},
    waitMs: ANSWER_WAIT_MS,
  })
  if (reply === 'unsent' || reply === 'silence') return null
  const balance = reply.result?.['balance']
  return Number.isSafeInteger(balance) ? (balance as number) : null
}

/** The host names of its relays, for display; never the URI itself. */
export function describeRelays({ uri }: Pick<StoredWallet, 'uri'>): string {
  return parse(uri)
    .relays.map((relay) => new URL(relay).host)
    .join(', ')
}

function parse(uri: string): WalletConnection {
  try {
    return parseConnectionUri(uri)
  } catch (error) {
    if (error instanceof InvalidWalletMessage) throw new WalletNotConnected('address')
    throw error
  }
}

function shorten(alias: string): string {
  return [...alias.trim()].slice(0, NAME_MAX_CHARACTERS).join('')
}
