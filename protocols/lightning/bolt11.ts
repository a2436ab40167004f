/** BOLT 11 invoices: encodes and signs them, decodes them and recovers the signer. Whether to pay an invoice
 * (network, expiry, amount) is up to the caller, who has a clock. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32 } from '@scure/base'
import { decodeHops, type RouteHop, encodeHops } from './route-hints.ts'
import type { InvoiceNetwork } from './networks.ts'
import { numberToWords, padWords, wordsToBytes, wordsToNumber } from './words.ts'
import { HEX_32 } from '#protocols/hex.ts'

export type DecodedInvoice = {
  network: InvoiceNetwork
  /** null: the payer chooses the amount. */
  amountMsat: bigint | null
  /** Hex, like all hashes and keys here. */
  paymentHash: string
  paymentSecret?: string
  /** Exactly one of `description` and `descriptionHash` is present. Untrusted text: escape it. */
  description?: string
  descriptionHash?: string
  createdAt: Date
  expirySeconds: number
  expiresAt: Date
  minFinalCltv: number
  payee: string
  routeHints: RouteHop[][]
  /** Bit n set means feature n (BOLT 9). */
  features: bigint
  /** Why it must not be paid although it is well-formed (BOLT 11: unknown even feature, missing dependency), else
   * null. */
  unpayable: string | null
}

export type InvoiceFields = {
  network: InvoiceNetwork
  amountMsat: bigint | null
  paymentHash: string
  paymentSecret: string
  description?: string
  descriptionHash?: string
  createdAt: Date
  expirySeconds?: number
  minFinalCltv?: number
  routeHints?: RouteHop[][]
  features?: bigint
}

/** The text is not a valid BOLT 11 invoice. The message explains why and may be shown to users. */
export class InvalidInvoice extends Error {
  override name = 'InvalidInvoice'
}

const DEFAULT_EXPIRY_SECONDS = 3_600
const DEFAULT_MIN_FINAL_CLTV = 18
/** The capacity of the largest QR code, and the limit of other implementations. */
const MAX_CHARACTERS = 7_089
const MAX_FIELD_WORDS = 1_023
const MAX_DESCRIPTION_BYTES = 639
const MAX_TIMESTAMP = 2 ** 35 - 1
const MAX_AMOUNT_MSAT = 21_000_000n * 100_000_000_000n
const MAX_DATE_MS = 8.64e15
const TIMESTAMP_WORDS = 7
const SIGNATURE_WORDS = 104
const HASH_WORDS = 52
const PUBKEY_WORDS = 53

const MSAT_PER_UNIT: Record<string, bigint> = { '': 100_000_000_000n, m: 100_000_000n, u: 100_000n, n: 100n }

/** Types of tagged fields, by their 5-bit number. */
const TAG = { p: 1, r: 3, features: 5, x: 6, d: 13, s: 16, n: 19, h: 23, c: 24 }

/** var_onion_optin and payment_secret required, basic_mpp optional. */
const DEFAULT_FEATURES = (1n << 8n) | (1n << 14n) | (1n << 17n)
/** Even bits that current payers understand in an invoice: onion, secret, multi-part, blinded routes, metadata. */
const KNOWN_FEATURES = new Set([8, 14, 16, 24, 48])
/** Feature → the feature it needs (BOLT 9). */
const FEATURE_NEEDS = [
  [14, 8],
  [16, 14],
] as const

/** Encodes and signs an invoice. Throws InvalidInvoice for fields that BOLT 11 cannot represent. */
export function encodeInvoice(fields: InvoiceFields, privateKey: Uint8Array): string {
  const timestamp = Math.floor(fields.createdAt.getTime() / 1000)
  if (!(timestamp >= 0 && timestamp <= MAX_TIMESTAMP)) throw new InvalidInvoice('The creation time is out of range')
  const prefix = `ln${fields.network}${fields.amountMsat === null ? '' : writeAmount(fields.amountMsat)}`
  const words = [...padWords(numberToWords(BigInt(timestamp)), TIMESTAMP_WORDS), ...writeFields(fields)]
  const signature = secp256k1.sign(signedHash(prefix, words), privateKey, { prehash: false, format: 'recovered' })
  const recoveryLast = concatBytes(signature.slice(1), signature.slice(0, 1))
  return bech32.encode(prefix, [...words, ...bech32.toWords(recoveryLast)], false)
}

/** Decodes an invoice in lower or upper case. Throws InvalidInvoice. Never returns an invoice with an invalid
 * signature. */
export function decodeInvoice(text: string): DecodedInvoice {
  if (text.length > MAX_CHARACTERS) throw new InvalidInvoice('The invoice is too long')
  const { prefix, words } = readBech32(text)
  const { network, amountMsat } = readPrefix(prefix)
  const data = words.slice(0, -SIGNATURE_WORDS)
  const signatureWords = words.slice(-SIGNATURE_WORDS)
  if (data.length < TIMESTAMP_WORDS || signatureWords.length < SIGNATURE_WORDS) {
    throw new InvalidInvoice('The invoice is too short')
  }
  const fields = readFields(data.slice(TIMESTAMP_WORDS))
  const { paymentHash, description, descriptionHash } = fields
  if (paymentHash === undefined) throw new InvalidInvoice('The invoice has no payment hash')
  if ((description === undefined) === (descriptionHash === undefined)) {
    throw new InvalidInvoice('The invoice must have either a description or the hash of one')
  }
  const payee = readPayee(signedHash(prefix, data), wordsToBytes(signatureWords), fields.payee)
  const createdAtSeconds = Number(wordsToNumber(data.slice(0, TIMESTAMP_WORDS)))
  const expirySeconds = fields.expirySeconds ?? DEFAULT_EXPIRY_SECONDS
  const features = fields.features ?? 0n
  return {
    network,
    amountMsat,
    paymentHash,
    ...(fields.paymentSecret === undefined ? {} : { paymentSecret: fields.paymentSecret }),
    ...(description === undefined ? {} : { description }),
    ...(descriptionHash === undefined ? {} : { descriptionHash }),
    createdAt: new Date(createdAtSeconds * 1000),
    expirySeconds,
    expiresAt: new Date(Math.min((createdAtSeconds + expirySeconds) * 1000, MAX_DATE_MS)),
    minFinalCltv: fields.minFinalCltv ?? DEFAULT_MIN_FINAL_CLTV,
    payee,
    routeHints: fields.routeHints,
    features,
    unpayable: findObstacle(features, fields.paymentSecret),
  }
}

/** The shortest encoding of an amount. With `p` the last digit is always 0, because msat are the smallest unit. */
function writeAmount(amountMsat: bigint): string {
  if (amountMsat <= 0n || amountMsat > MAX_AMOUNT_MSAT) throw new InvalidInvoice('The amount is out of range')
  for (const [character, msat] of Object.entries(MSAT_PER_UNIT)) {
    if (amountMsat % msat === 0n) return `${amountMsat / msat}${character}`
  }
  return `${amountMsat * 10n}p`
}

function readPrefix(prefix: string): { network: InvoiceNetwork; amountMsat: bigint | null } {
  const match = /^ln(bcrt|tbs|bc|tb)(?:([1-9]\d{0,20})([munp]?))?$/.exec(prefix)
  if (!match) throw new InvalidInvoice('The invoice is for an unknown network or has an unknown amount')
  const network = match[1] as InvoiceNetwork
  if (match[2] === undefined) return { network, amountMsat: null }
  const digits = BigInt(match[2])
  const character = match[3] ?? ''
  if (character === 'p' && digits % 10n !== 0n) throw new InvalidInvoice('The amount is finer than one millisatoshi')
  const amountMsat = character === 'p' ? digits / 10n : digits * MSAT_PER_UNIT[character]!
  if (amountMsat > MAX_AMOUNT_MSAT) throw new InvalidInvoice('The amount is more than all bitcoin')
  return { network, amountMsat }
}

function readBech32(text: string): { prefix: string; words: number[] } {
  try {
    return bech32.decode(text as `${string}1${string}`, false)
  } catch {
    throw new InvalidInvoice('The invoice is mistyped: its checksum or its characters are wrong')
  }
}

function writeFields(fields: InvoiceFields): number[] {
  const { description, descriptionHash, expirySeconds = DEFAULT_EXPIRY_SECONDS, features = DEFAULT_FEATURES } = fields
  const minFinalCltv = fields.minFinalCltv ?? DEFAULT_MIN_FINAL_CLTV
  if ((description === undefined) === (descriptionHash === undefined)) {
    throw new InvalidInvoice('An invoice has either a description or the hash of one')
  }
  const words = [
    ...writeField(TAG.s, bech32.toWords(readHash(fields.paymentSecret))),
    ...writeField(TAG.p, bech32.toWords(readHash(fields.paymentHash))),
  ]
  if (descriptionHash !== undefined) words.push(...writeField(TAG.h, bech32.toWords(readHash(descriptionHash))))
  if (description !== undefined) {
    const bytes = utf8ToBytes(description)
    if (bytes.length > MAX_DESCRIPTION_BYTES) throw new InvalidInvoice('The description is longer than 639 bytes')
    words.push(...writeField(TAG.d, bech32.toWords(bytes)))
  }
  if (expirySeconds !== DEFAULT_EXPIRY_SECONDS) words.push(...writeField(TAG.x, numberToWords(BigInt(expirySeconds))))
  if (minFinalCltv !== DEFAULT_MIN_FINAL_CLTV) words.push(...writeField(TAG.c, numberToWords(BigInt(minFinalCltv))))
  for (const hops of fields.routeHints ?? []) words.push(...writeField(TAG.r, bech32.toWords(encodeHops(hops))))
  if (features !== 0n) words.push(...writeField(TAG.features, numberToWords(features)))
  return words
}

function writeField(tag: number, words: number[]): number[] {
  if (words.length > MAX_FIELD_WORDS) throw new InvalidInvoice('A field of the invoice is too long')
  return [tag, words.length >> 5, words.length & 31, ...words]
}

type ReadFields = Partial<
  Pick<DecodedInvoice, 'paymentHash' | 'paymentSecret' | 'description' | 'descriptionHash' | 'payee' | 'features'>
> & { expirySeconds?: number; minFinalCltv?: number; routeHints: RouteHop[][] }

/** The first valid field of a type counts. Unknown fields, and hashes and keys of a wrong length, are skipped. */
function readFields(words: number[]): ReadFields {
  const fields: ReadFields = { routeHints: [] }
  for (let at = 0; at < words.length;) {
    if (at + 3 > words.length) throw new InvalidInvoice('The invoice is cut off')
    const tag = words[at]
    const length = words[at + 1]! * 32 + words[at + 2]!
    const data = words.slice(at + 3, at + 3 + length)
    if (data.length !== length) throw new InvalidInvoice('The invoice is cut off')
    at += 3 + length
    if (tag === TAG.p && length === HASH_WORDS) fields.paymentHash ??= bytesToHex(wordsToBytes(data))
    else if (tag === TAG.s && length === HASH_WORDS) fields.paymentSecret ??= bytesToHex(wordsToBytes(data))
    else if (tag === TAG.h && length === HASH_WORDS) fields.descriptionHash ??= bytesToHex(wordsToBytes(data))
    else if (tag === TAG.n && length === PUBKEY_WORDS) fields.payee ??= bytesToHex(wordsToBytes(data))
    else if (tag === TAG.d) fields.description ??= readText(wordsToBytes(data))
    else if (tag === TAG.x) fields.expirySeconds ??= readSmallNumber(data, 'expiry')
    else if (tag === TAG.c) fields.minFinalCltv ??= readSmallNumber(data, 'final block delta')
    else if (tag === TAG.features) fields.features ??= wordsToNumber(data)
    else if (tag === TAG.r) fields.routeHints.push(readRoute(wordsToBytes(data)))
  }
  return fields
}

/** With an `n` field, the signature is verified against it (low S only). Otherwise the key is recovered from the
 * signature. */
function readPayee(hash: Uint8Array, signature: Uint8Array, named: string | undefined): string {
  const compact = signature.slice(0, 64)
  try {
    if (named !== undefined) {
      if (!secp256k1.verify(compact, hash, hexToBytes(named), { prehash: false })) throw new Error('wrong key')
      return named
    }
    const recoveryFirst = concatBytes(signature.slice(64), compact)
    return bytesToHex(secp256k1.recoverPublicKey(recoveryFirst, hash, { prehash: false }))
  } catch {
    throw new InvalidInvoice('The signature of the invoice is wrong')
  }
}

function findObstacle(features: bigint, paymentSecret: string | undefined): string | null {
  const isSet = (bit: number) => ((features >> BigInt(bit)) & 1n) === 1n
  for (let bit = 0; features >> BigInt(bit) !== 0n; bit += 2) {
    if (isSet(bit) && !KNOWN_FEATURES.has(bit)) return `It requires feature ${bit}, which is unknown here`
  }
  for (const [bit, needed] of FEATURE_NEEDS) {
    const offered = isSet(bit) || isSet(bit + 1)
    if (offered && !isSet(needed) && !isSet(needed + 1)) return `It offers feature ${bit} without feature ${needed}`
  }
  return paymentSecret === undefined ? 'It has no payment secret' : null
}

function readRoute(bytes: Uint8Array): RouteHop[] {
  const hops = decodeHops(bytes)
  if (hops === null) throw new InvalidInvoice('A route of the invoice is cut off')
  return hops
}

function readHash(hex: string): Uint8Array {
  if (!HEX_32.test(hex)) throw new InvalidInvoice('A hash of the invoice is not 32 bytes of hex')
  return hexToBytes(hex)
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new InvalidInvoice('The description is not UTF-8')
  }
}

function readSmallNumber(words: number[], what: string): number {
  const value = wordsToNumber(words)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new InvalidInvoice(`The ${what} of the invoice is out of range`)
  return Number(value)
}

/** The signed data: the prefix as text, then the words as bits, padded with zero bits to whole bytes. */
function signedHash(prefix: string, words: number[]): Uint8Array {
  const bits = wordsToBytes([...words, 0, 0]).slice(0, Math.ceil((words.length * 5) / 8))
  return sha256(concatBytes(utf8ToBytes(prefix), bits))
}
