/** Nostr Wallet Connect (NIP-47): the URI of a connection, and its kinds of events, created and parsed. Does not
 * execute requests, has no clock, and uses no relays. */
import { decrypt as decryptNip04, encrypt as encryptNip04 } from 'nostr-tools/nip04'
import { decrypt as decryptNip44, encrypt as encryptNip44, getConversationKey } from 'nostr-tools/nip44'
import { type NostrEvent, signEvent } from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { secretFromHex } from './keys.ts'
import { expiryOf } from './kinds.ts'
import type { WalletMethod, WalletNotificationType, WalletParams, WalletTransaction } from './wallet-methods.ts'

export const WALLET_INFO_KIND = 13_194
export const WALLET_REQUEST_KIND = 23_194
export const WALLET_RESPONSE_KIND = 23_195
export const WALLET_NOTIFICATION_NIP04_KIND = 23_196
export const WALLET_NOTIFICATION_KIND = 23_197

/** In order of preference. */
export const WALLET_ENCRYPTIONS = ['nip44_v2', 'nip04'] as const
export type WalletEncryption = (typeof WALLET_ENCRYPTIONS)[number]

/** What an error says about the payment: after `failed` it was certainly not made, after `unknown` it may have been
 * made. */
export const walletErrors = {
  RATE_LIMITED: 'failed',
  NOT_IMPLEMENTED: 'failed',
  INSUFFICIENT_BALANCE: 'failed',
  QUOTA_EXCEEDED: 'failed',
  RESTRICTED: 'failed',
  UNAUTHORIZED: 'failed',
  UNSUPPORTED_ENCRYPTION: 'failed',
  NOT_FOUND: 'unknown',
  PAYMENT_FAILED: 'unknown',
  INTERNAL: 'unknown',
  OTHER: 'unknown',
} as const satisfies Record<string, 'failed' | 'unknown'>
export type WalletErrorCode = keyof typeof walletErrors

export type WalletResponse = {
  /** The method of the request. */
  resultType: string
  /** A code that is not in `walletErrors` is kept as received; treat it as OTHER. */
  error: { code: string; message: string } | null
  result: Record<string, unknown> | null
}

/** Not a valid connection or event. The message explains why and may be shown to users. */
export class InvalidWalletMessage extends Error {
  override name = 'InvalidWalletMessage'
}

/** The other side uses an encryption that is not supported here (UNSUPPORTED_ENCRYPTION). */
export class UnsupportedEncryption extends InvalidWalletMessage {
  override name = 'UnsupportedEncryption'
}

const URI_MAX_CHARACTERS = 4_000
const RELAYS_MAX = 10
const CONTENT_MAX_CHARACTERS = 128 * 1_024

export type WalletConnection = { walletPubkey: string; relays: string[]; secret: string; lud16: string | null }

/** Strict: exactly one key, one secret, and at least one relay. Throws InvalidWalletMessage, which never repeats the
 * secret. */
export function parseConnectionUri(text: string): WalletConnection {
  const written = text.trim()
  if (written.length > URI_MAX_CHARACTERS) fail('The address of the connection is too long')
  const [, key = '', query = ''] = /^nostr\+?walletconnect:(?:\/\/)?([^/?#]+)\/?\?([^#]*)$/i.exec(written) ?? []
  if (key === '') fail('The address of a wallet connection starts with nostr+walletconnect://')
  const walletPubkey = key.toLowerCase()
  if (!HEX_32.test(walletPubkey)) fail('The key of the wallet is not 64 hexadecimal digits')
  const parameters = new URLSearchParams(query)
  const relays = [...new Set(parameters.getAll('relay').map(readRelay))]
  if (relays.length === 0) fail('The connection names no relay')
  if (relays.length > RELAYS_MAX) fail(`The connection names more than ${RELAYS_MAX} relays`)
  const [input = '', ...more] = parameters.getAll('secret')
  const secret = input.toLowerCase()
  if (!HEX_32.test(secret) || more.length > 0) fail('The secret of the connection is not 64 hexadecimal digits')
  try {
    getConversationKey(secretFromHex(secret), walletPubkey)
  } catch {
    fail('The keys of the connection are invalid')
  }
  const lud16 = parameters.get('lud16')
  return { walletPubkey, relays, secret, lud16: lud16 === null || lud16 === '' ? null : lud16 }
}

function readRelay(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['wss:', 'ws:'].includes(url.protocol) || url.hostname === '' || url.username !== '') {
    return fail('A relay of the connection is not an address that starts with wss://')
  }
  return text
}

/** `secret` is null for a client that has its own secret and adds it. */
export function formatConnectionUri({
  walletPubkey,
  relays,
  secret,
  lud16,
}: Omit<WalletConnection, 'secret'> & { secret: string | null }): string {
  const parts = relays.map((relay) => `relay=${encodeURIComponent(relay)}`)
  if (secret !== null) parts.push(`secret=${secret}`)
  if (lud16 !== null) parts.push(`lud16=${encodeURIComponent(lud16)}`)
  return `nostr+walletconnect://${walletPubkey}?${parts.join('&')}`
}

/** The client's key, the wallet's key, and the encryption. */
export type WalletClient = { secretKey: Uint8Array; walletPubkey: string; encryption: WalletEncryption }

/** Always has an expiry: the wallet must not execute a request that arrives later. */
export function createRequest<Method extends WalletMethod>(
  { secretKey, walletPubkey, encryption }: WalletClient,
  request: { method: Method; params: WalletParams[Method]; createdAtSeconds: number; expiresAtSeconds: number },
): NostrEvent {
  const { method, params, createdAtSeconds, expiresAtSeconds } = request
  const tags = [
    ['p', walletPubkey],
    ['encryption', encryption],
    ['expiration', String(expiresAtSeconds)],
  ]
  // For wallets older than the encryption tag.
  if (encryption === 'nip44_v2') tags.push(['v', '1.0'])
  const content = encrypt(encryption, secretKey, walletPubkey, { method, params })
  return signEvent({ kind: WALLET_REQUEST_KIND, created_at: createdAtSeconds, tags, content }, secretKey)
}

export type WalletRequest = {
  id: string
  clientPubkey: string
  encryption: WalletEncryption
  createdAtSeconds: number
  expiresAtSeconds: number | null
  /** As received; may be unknown. */
  method: string
  params: Record<string, unknown>
}

/** The parties of a request, which are known without a key. Throws InvalidWalletMessage. */
export function parseRequestParties(event: NostrEvent): { walletPubkey: string; clientPubkey: string } {
  if (event.kind !== WALLET_REQUEST_KIND) fail('This is not a wallet request')
  return { walletPubkey: mustHave(event, 'p'), clientPubkey: event.pubkey }
}

/** The encryption of a request; without a tag, nip04. Throws UnsupportedEncryption. */
export function encryptionOfRequest({ tags }: NostrEvent): WalletEncryption {
  const input = tags.find(([name]) => name === 'encryption')?.[1]
  // Clients older than the encryption tag use this.
  if (input === undefined) return tags.some(([name, value]) => name === 'v' && value === '1.0') ? 'nip44_v2' : 'nip04'
  const known = WALLET_ENCRYPTIONS.find((encryption) => encryption === input)
  if (known === undefined) throw new UnsupportedEncryption('This encryption is not supported')
  return known
}

/** The caller has verified the signature. Throws InvalidWalletMessage and UnsupportedEncryption. */
export function parseRequest(event: NostrEvent, walletSecretKey: Uint8Array): WalletRequest {
  const { clientPubkey } = parseRequestParties(event)
  const encryption = encryptionOfRequest(event)
  const { method, params } = decrypt(encryption, walletSecretKey, clientPubkey, event.content)
  if (typeof method !== 'string' || method === '') return fail('The request has no method')
  return {
    id: event.id,
    clientPubkey,
    encryption,
    createdAtSeconds: event.created_at,
    expiresAtSeconds: expiryOf(event),
    method,
    params: isObject(params) ? params : {},
  }
}

export type RequestWithResponse = { id: string; clientPubkey: string; encryption: WalletEncryption }

/** Encrypted in the same way as the request. */
export function createResponse(
  { id, clientPubkey, encryption }: RequestWithResponse,
  { resultType, error, result }: WalletResponse,
  by: { secretKey: Uint8Array; createdAtSeconds: number },
): NostrEvent {
  const tags = [
    ['p', clientPubkey],
    ['e', id],
  ]
  const content = encrypt(encryption, by.secretKey, clientPubkey, { result_type: resultType, error, result })
  return signEvent({ kind: WALLET_RESPONSE_KIND, created_at: by.createdAtSeconds, tags, content }, by.secretKey)
}

/** The caller has verified the signature. Throws InvalidWalletMessage, also for the response to another request. */
export function parseResponse(
  event: NostrEvent,
  expected: { secretKey: Uint8Array; walletPubkey: string; requestId: string },
): WalletResponse {
  if (event.kind !== WALLET_RESPONSE_KIND) fail('This is not a wallet response')
  if (event.pubkey !== expected.walletPubkey) fail('The response is from another wallet')
  if (!event.tags.some(([name, value]) => name === 'e' && value === expected.requestId)) {
    fail('The response is to another request')
  }
  const input = decrypt(encryptionOfContent(event.content), expected.secretKey, event.pubkey, event.content)
  const { result_type: resultType, error, result } = input
  if (typeof resultType !== 'string') return fail('The response has no result_type')
  if (isObject(error)) {
    const { code, message } = error
    const text = typeof message === 'string' ? message : ''
    return { resultType, error: { code: typeof code === 'string' ? code : 'OTHER', message: text }, result: null }
  }
  if (!isObject(result)) return fail('The response has neither a result nor an error')
  return { resultType, error: null, result }
}

export type WalletInfo = { methods: string[]; notifications: string[]; encryptions: string[] }

export function createInfo(
  { methods, notifications, encryptions }: WalletInfo,
  by: { secretKey: Uint8Array; createdAtSeconds: number },
): NostrEvent {
  const content = [...methods, ...(notifications.length === 0 ? [] : ['notifications'])].join(' ')
  const tags = [['encryption', encryptions.join(' ')]]
  if (notifications.length > 0) tags.push(['notifications', notifications.join(' ')])
  return signEvent({ kind: WALLET_INFO_KIND, created_at: by.createdAtSeconds, tags, content }, by.secretKey)
}

/** `encryption` is the best that both sides support; null when there is none. Throws InvalidWalletMessage. */
export function parseInfo(event: NostrEvent): WalletInfo & { encryption: WalletEncryption | null } {
  if (event.kind !== WALLET_INFO_KIND) fail('This does not describe a wallet')
  const wordsOf = (name: string) => splitWords(event.tags.find((tag) => tag[0] === name)?.[1] ?? '')
  const input = wordsOf('encryption')
  const isOfBefore = input.length === 0 && wordsOf('v').includes('1.0')
  const encryptions = input.length > 0 ? input : isOfBefore ? [...WALLET_ENCRYPTIONS] : ['nip04']
  return {
    methods: splitWords(event.content).filter((word) => word !== 'notifications'),
    notifications: wordsOf('notifications'),
    encryptions,
    encryption: WALLET_ENCRYPTIONS.find((known) => encryptions.includes(known)) ?? null,
  }
}

export type WalletNotification = { type: WalletNotificationType; transaction: WalletTransaction }

export function createNotification(
  { type, transaction }: WalletNotification,
  to: { clientPubkey: string; encryption: WalletEncryption },
  by: { secretKey: Uint8Array; createdAtSeconds: number },
): NostrEvent {
  const kind = to.encryption === 'nip04' ? WALLET_NOTIFICATION_NIP04_KIND : WALLET_NOTIFICATION_KIND
  const input = { notification_type: type, notification: transaction }
  const content = encrypt(to.encryption, by.secretKey, to.clientPubkey, input)
  return signEvent({ kind, created_at: by.createdAtSeconds, tags: [['p', to.clientPubkey]], content }, by.secretKey)
}

/** The caller has verified the signature. The type may be unknown. Throws InvalidWalletMessage. */
export function parseNotification(
  event: NostrEvent,
  expected: { secretKey: Uint8Array; walletPubkey: string },
): { type: string; notification: Record<string, unknown> } {
  if (event.pubkey !== expected.walletPubkey) fail('The notification is from another wallet')
  const isKnown = event.kind === WALLET_NOTIFICATION_KIND || event.kind === WALLET_NOTIFICATION_NIP04_KIND
  if (!isKnown) fail('This is not a wallet notification')
  const encryption = event.kind === WALLET_NOTIFICATION_KIND ? 'nip44_v2' : 'nip04'
  const { notification_type: type, notification } = decrypt(encryption, expected.secretKey, event.pubkey, event.content)
  if (typeof type !== 'string' || !isObject(notification)) return fail('The notification has no content')
  return { type, notification }
}

function encrypt(encryption: WalletEncryption, ownSecretKey: Uint8Array, pubkey: string, input: object): string {
  const text = JSON.stringify(input)
  if (encryption === 'nip04') return encryptNip04(ownSecretKey, pubkey, text)
  return encryptNip44(text, getConversationKey(ownSecretKey, pubkey))
}

function decrypt(
  encryption: WalletEncryption,
  ownSecretKey: Uint8Array,
  pubkey: string,
  content: string,
): Record<string, unknown> {
  if (content.length > CONTENT_MAX_CHARACTERS) fail('The message is too long')
  let input: unknown
  try {
    const text =
      encryption === 'nip04'
        ? decryptNip04(ownSecretKey, pubkey, content)
        : decryptNip44(content, getConversationKey(ownSecretKey, pubkey))
    input = JSON.parse(text)
  } catch {
    fail('The message cannot be read')
  }
  return isObject(input) ? input : fail('The message cannot be read')
}

/** Only nip04 has a separate initialization vector. */
function encryptionOfContent(content: string): WalletEncryption {
  return content.includes('?iv=') ? 'nip04' : 'nip44_v2'
}

/** The client's side of a connection. */
export function clientOf({ secret, walletPubkey }: WalletConnection, encryption: WalletEncryption): WalletClient {
  return { secretKey: secretFromHex(secret), walletPubkey, encryption }
}

function mustHave({ tags }: NostrEvent, name: string): string {
  const value = tags.find((tag) => tag[0] === name)?.[1] ?? ''
  return HEX_32.test(value) ? value : fail(`There is no ${name} tag`)
}

/** Some older wallets separate words with commas. */
function splitWords(text: string): string[] {
  return text.split(/[ ,]+/).filter((word) => word !== '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(why: string): never {
  throw new InvalidWalletMessage(why)
}
