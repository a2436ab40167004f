/** Private messages (NIP-17): an unsigned message, sealed by its author and wrapped with a one-time key (NIP-44,
 * NIP-59), once for each receiver and once for its author. Stores no keys, has no clock and uses no relays. */
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44'
import { getEventHash } from 'nostr-tools/pure'
import {
  InvalidEvent,
  isTags,
  isInteger,
  KIND_MAX,
  type NostrEvent,
  readEvent,
  signEvent,
  type UnsignedEvent,
} from './event.ts'
import { HEX_32 } from '#protocols/hex.ts'
import { generateSecretKey, publicKeyOf } from './keys.ts'

export const SEAL_KIND = 13
export const MESSAGE_KIND = 14
export const WRAP_KIND = 1_059

/** The unsigned message inside a seal. It has an id, but no signature that could be shown to others. */
export type Rumor = UnsignedEvent & { id: string; pubkey: string }

/** Encrypts between the user's key and another key (NIP-44). A browser extension does this asynchronously. */
export type Cipher = Record<'encrypt' | 'decrypt', (pubkey: string, text: string) => Promise<string>>

/** The operations on a key that messages need. Its secret may be in a browser extension. */
export type MessageKey = Cipher & {
  readonly pubkey: string
  sign(draft: UnsignedEvent): Promise<NostrEvent>
}

/** Not a valid message, or not one for this key. The message explains why and may be shown to users. */
export class InvalidPrivateMessage extends Error {
  override name = 'InvalidPrivateMessage'
}

/** The message does not fit into a seal and a wrap. */
export class MessageTooLong extends Error {
  override name = 'MessageTooLong'
}

const PLAINTEXT_MAX_BYTES = 64 * 1_024 - 1
/** The maximum size of a whole message: with NIP-44 padding, its seal still fits into a plaintext. */
const RUMOR_MAX_BYTES = 40 * 1_024
/** The latest time with as many digits as the current one. */
const LATEST_SECONDS = 9_999_999_999
const CIPHERTEXT_MIN_BYTES = 100
const CIPHERTEXT_MAX_BYTES = 102_400 - 1
/** Seals and wraps are backdated by up to this much, so that the time of writing stays private. */
const MOVED_BACK_MAX_SECONDS = 2 * 86_400
export const RECEIVERS_MAX = 20

export type NewMessage = {
  author: string
  /** Their public keys. The author's own key may be left out. */
  receivers: readonly string[]
  text: string
  createdAtSeconds: number
  /** Sets the name of the conversation from now on. */
  subject?: string | undefined
  /** The id of the message that this replies to. */
  replyTo?: string | undefined
}

/** The maximum bytes of text in a message to these receivers, and the bytes of this text. Quotes, line breaks and
 * control characters are escaped and therefore count more. */
export function measureText({ author, receivers, text }: Pick<NewMessage, 'author' | 'receivers' | 'text'>): {
  bytes: number
  maxBytes: number
} {
  const tags = [...new Set(receivers)].map((key) => ['p', key])
  const frame = { id: author, pubkey: author, created_at: LATEST_SECONDS, kind: MESSAGE_KIND, tags, content: '' }
  return { bytes: countBytes(JSON.stringify(text)) - 2, maxBytes: RUMOR_MAX_BYTES - countBytes(JSON.stringify(frame)) }
}

/** Throws InvalidPrivateMessage and MessageTooLong. */
export function makeMessage({ author, receivers, text, createdAtSeconds, subject, replyTo }: NewMessage): Rumor {
  const named = [...new Set(receivers)]
  if (named.length === 0 || named.length > RECEIVERS_MAX) fail(`A message has 1 to ${RECEIVERS_MAX} recipients`)
  if (![author, ...named].every((key) => HEX_32.test(key))) fail('A public key has 64 hexadecimal digits')
  if (text === '') fail('The message is empty')
  const tags = named.map((key) => ['p', key])
  if (replyTo !== undefined) tags.push(['e', replyTo])
  if (subject !== undefined) tags.push(['subject', subject])
  const message = { pubkey: author, created_at: createdAtSeconds, kind: MESSAGE_KIND, tags, content: text }
  const rumor = { id: getEventHash(message), ...message }
  if (countBytes(JSON.stringify(rumor)) > RUMOR_MAX_BYTES) throw new MessageTooLong('The message is too long')
  return rumor
}

export type Wrapped = { receiver: string; wrap: NostrEvent }
export type MessageRandomness = {
  nowSeconds: number
  /** From 0 to below 1; a new value each time. */
  random: () => number
}

/** One wrap for each receiver, and the last for the author. Throws MessageTooLong and any error of the key. */
export async function wrapMessage(rumor: Rumor, key: MessageKey, randomness: MessageRandomness): Promise<Wrapped[]> {
  if (rumor.pubkey !== key.pubkey) fail('The message is not by this key')
  const others = participantsOf(rumor).filter((pubkey) => pubkey !== key.pubkey)
  const wrapped: Wrapped[] = []
  // One after another: an extension may ask the user about each.
  for (const receiver of [...others, key.pubkey]) {
    wrapped.push({ receiver, wrap: await wrapFor(receiver, rumor, key, randomness) })
  }
  return wrapped
}

async function wrapFor(
  receiver: string,
  rumor: Rumor,
  key: MessageKey,
  randomness: MessageRandomness,
): Promise<NostrEvent> {
  const content = await seal(JSON.stringify(rumor), (text) => key.encrypt(receiver, text))
  const sealed = await key.sign({ kind: SEAL_KIND, created_at: moveBack(randomness), tags: [], content })
  const once = generateSecretKey()
  const wrapping = createSecretCipher(once)
  return signEvent(
    {
      kind: WRAP_KIND,
      created_at: moveBack(randomness),
      tags: [['p', receiver]],
      content: await seal(JSON.stringify(sealed), (text) => wrapping.encrypt(receiver, text)),
    },
    once,
  )
}

async function seal(plaintext: string, hide: (text: string) => Promise<string>): Promise<string> {
  if (!isPlaintext(plaintext)) throw new MessageTooLong('The message is too long')
  const ciphertext = await hide(plaintext)
  if (!isCiphertext(ciphertext)) throw new MessageTooLong('The message is too long when it is encrypted')
  return ciphertext
}

function moveBack({ nowSeconds, random }: MessageRandomness): number {
  return nowSeconds - Math.floor(random() * (MOVED_BACK_MAX_SECONDS + 1))
}

/** The message in a wrap for this key, with its author verified. Throws InvalidPrivateMessage for any invalid input,
 * and any error of the key. */
export async function openWrap(wrap: unknown, key: Pick<MessageKey, 'pubkey' | 'decrypt'>): Promise<Rumor> {
  const outer = readSigned(wrap, WRAP_KIND)
  const inner = readSigned(await unseal(outer, key), SEAL_KIND)
  const rumor = parseRumor(await unseal(inner, key))
  // Otherwise anyone could forge messages of another user.
  if (rumor.pubkey !== inner.pubkey) fail('The message is not sealed by its author')
  if (rumor.kind !== MESSAGE_KIND) fail('The sealed event is not a message')
  if (!participantsOf(rumor).includes(key.pubkey)) fail('The message is for another recipient')
  return rumor
}

async function unseal({ pubkey, content }: NostrEvent, key: Pick<MessageKey, 'decrypt'>): Promise<unknown> {
  if (!isCiphertext(content)) fail('The ciphertext has an invalid length')
  const plaintext = await key.decrypt(pubkey, content)
  if (!isPlaintext(plaintext)) fail('The plaintext has an invalid length')
  try {
    return JSON.parse(plaintext)
  } catch {
    return fail('The encrypted content is not an event')
  }
}

function readSigned(value: unknown, kind: number): NostrEvent {
  try {
    const event = readEvent(value)
    return event.kind === kind ? event : fail(`The event is not of kind ${kind}`)
  } catch (error) {
    return error instanceof InvalidEvent ? fail(error.message) : raise(error)
  }
}

/** Checks the shape of a message and its id. Throws InvalidPrivateMessage. */
export function parseRumor(value: unknown): Rumor {
  if (typeof value !== 'object' || value === null) fail('This is not an event')
  const { id, pubkey, kind, created_at, tags, content } = value as Record<string, unknown>
  if (!isKey(pubkey)) fail('The public key of the message is not 64 hexadecimal digits')
  if (!isInteger(kind) || kind > KIND_MAX) fail('The kind of the message is not a number of 0 to 65535')
  if (!isInteger(created_at)) fail('The message does not say when it was created')
  if (typeof content !== 'string') fail('The content of the message is not a string')
  if (!isTags(tags)) fail('The tags of the message are not arrays of strings')
  const rumor = { pubkey, created_at, kind, tags, content }
  const hash = getEventHash(rumor)
  if (id !== hash) fail('The id of the message does not match its content')
  return { id: hash, ...rumor }
}

/** Its author and everyone it names, without duplicates. */
export function participantsOf({ pubkey, tags }: Pick<Rumor, 'pubkey' | 'tags'>): string[] {
  const named = tags.flatMap(([name, value]) => (name === 'p' && isKey(value) ? [value] : []))
  return [...new Set([pubkey, ...named])]
}

/** From 1 byte to just under 64 KB. */
export function isPlaintext(text: string): boolean {
  // The byte count is at least the string length, so long strings need no encoding.
  if (text === '' || text.length > PLAINTEXT_MAX_BYTES) return false
  return countBytes(text) <= PLAINTEXT_MAX_BYTES
}

/** From 100 bytes to just under 102,400. In base64 each character is one byte. */
export function isCiphertext(text: string): boolean {
  return text.length >= CIPHERTEXT_MIN_BYTES && text.length <= CIPHERTEXT_MAX_BYTES
}

/** For a key whose secret is available. */
export function createMessageKey(secretKey: Uint8Array): MessageKey {
  return {
    ...createSecretCipher(secretKey),
    pubkey: publicKeyOf(secretKey),
    sign: (draft) => Promise.resolve(signEvent(draft, secretKey)),
  }
}

function createSecretCipher(secretKey: Uint8Array): Cipher {
  return {
    async encrypt(pubkey, text) {
      return attempt(() => encrypt(text, getConversationKey(secretKey, pubkey)))
    },
    async decrypt(pubkey, text) {
      return attempt(() => decrypt(text, getConversationKey(secretKey, pubkey)))
    },
  }
}

/** Does not reveal why the cipher failed. */
function attempt(work: () => string): string {
  try {
    return work()
  } catch {
    return fail('This cannot be encrypted or decrypted with these keys')
  }
}

const countBytes = (text: string): number => new TextEncoder().encode(text).length

function isKey(value: unknown): value is string {
  return typeof value === 'string' && HEX_32.test(value)
}

function fail(why: string): never {
  throw new InvalidPrivateMessage(why)
}

function raise(error: unknown): never {
  throw error
}
