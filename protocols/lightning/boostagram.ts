/** The custom records of keysend payments: the boostagram of Podcasting 2.0 (bLIP-10), JSON in record 7629169, and
 * record 16180339, which names the content on a shared node. All of it is untrusted: parsing never throws, and
 * invalid values are left out. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { cleanText, ownValue, parseObject, parseInteger } from './untrusted-text.ts'
import { NODE_KEY, UUID } from '#protocols/hex.ts'

export const BOOSTAGRAM_RECORD = '7629169'
export const CONTENT_RECORD = '16180339'
/** The preimage. A sender that uses this record for anything else breaks the payment. */
export const PREIMAGE_RECORD = '5482373484'

/** Record type → value in hex. */
export type Records = Readonly<Record<string, string>>

export type Boostagram = {
  action: string | null
  message: string | null
  senderName: string | null
  appName: string | null
  podcast: string | null
  guid: string | null
  feedId: string | null
  episode: string | null
  episodeGuid: string | null
  /** The position in what was played, in whole seconds. */
  ts: number | null
  /** For all recipients together. */
  valueMsatTotal: number | null
  /** The content paid for is in another feed than the one that was played, so `ts` is not a position in it. */
  isRemote: boolean
}

const NOTHING: Boostagram = {
  action: null,
  message: null,
  senderName: null,
  appName: null,
  podcast: null,
  guid: null,
  feedId: null,
  episode: null,
  episodeGuid: null,
  ts: null,
  valueMsatTotal: null,
  isRemote: false,
}

/** Far more than fits into one onion, because a node may report anything. */
const DECODED_MAX_BYTES = 4_096
/** Together with the sender's other record and the route, it must fit into an onion of 1300 bytes. */
const ENCODED_MAX_BYTES = 800
const MESSAGE_MAX_CHARACTERS = 312
const NAME_MAX_CHARACTERS = 100
const GUID_MAX_CHARACTERS = 255
const POSITION_MAX_SECONDS = 50_000
const RECORD_MIN = 65_536n
const RECORD_MAX = 2n ** 63n - 1n

/** All fields are null when there is no boostagram, or it is not a JSON object. */
export function parseBoostagram(records: Records): Boostagram {
  const input = parseObject(readText(records[BOOSTAGRAM_RECORD]))
  if (input === null) return NOTHING
  const field = (...names: string[]) => names.map((name) => ownValue(input, name)).find((value) => value !== undefined)
  const ts = parseInteger(field('ts'))
  return {
    action: cleanText(field('action'), NAME_MAX_CHARACTERS),
    message: cleanText(field('message'), MESSAGE_MAX_CHARACTERS),
    senderName: cleanText(field('sender_name'), NAME_MAX_CHARACTERS),
    appName: cleanText(field('app_name'), NAME_MAX_CHARACTERS),
    podcast: cleanText(field('podcast'), GUID_MAX_CHARACTERS),
    guid: cleanText(field('guid'), GUID_MAX_CHARACTERS),
    feedId: cleanText(asText(field('feedID', 'feed_id')), NAME_MAX_CHARACTERS),
    episode: cleanText(field('episode'), GUID_MAX_CHARACTERS),
    episodeGuid: cleanText(field('episode_guid'), GUID_MAX_CHARACTERS),
    ts: ts === null || ts > POSITION_MAX_SECONDS ? null : ts,
    valueMsatTotal: parseInteger(field('value_msat_total')),
    isRemote: [field('remote_item_guid'), field('remote_feed_guid')].some((guid) => cleanText(guid, 1) !== null),
  }
}

/** The id of the content, in lower case. Null when the record is missing or is not an id. */
export function parseContentRecord(records: Records): string | null {
  const id = readText(records[CONTENT_RECORD])?.trim().toLowerCase() ?? ''
  return UUID.test(id) ? id : null
}

export type NewBoostagram = {
  appName: string
  senderName: string
  /** The recipient of this part, as the feed names them. */
  name?: string | null
  message?: string | null
  podcast?: string | null
  guid?: string | null
  feedId?: string | null
  episode?: string | null
  episodeGuid?: string | null
  remoteFeedGuid?: string | null
  remoteItemGuid?: string | null
  ts?: number | null
  valueMsat: number
  valueMsatTotal: number
}

/** In hex, as its record holds it. Null when it is too long to send. */
export function encodeBoostagram(boost: NewBoostagram): string | null {
  const input = {
    action: 'boost',
    app_name: boost.appName,
    sender_name: boost.senderName,
    name: boost.name,
    message: boost.message,
    podcast: boost.podcast,
    guid: boost.guid,
    feed_id: boost.feedId,
    episode: boost.episode,
    episode_guid: boost.episodeGuid,
    remote_feed_guid: boost.remoteFeedGuid,
    remote_item_guid: boost.remoteItemGuid,
    ts: boost.ts,
    value_msat: boost.valueMsat,
    value_msat_total: boost.valueMsatTotal,
  }
  const present = Object.entries(input).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const bytes = utf8ToBytes(JSON.stringify(Object.fromEntries(present)))
  return bytes.length > ENCODED_MAX_BYTES ? null : bytesToHex(bytes)
}

export function encodeRecordText(text: string): string {
  return bytesToHex(utf8ToBytes(text))
}

/** Whether a sender may set this record: its type is in the custom range and has no meaning here. */
export function isFreeRecord(type: string): boolean {
  if (!/^[1-9]\d{4,18}$/.test(type) || type === PREIMAGE_RECORD || type === BOOSTAGRAM_RECORD) return false
  return BigInt(type) >= RECORD_MIN && BigInt(type) <= RECORD_MAX
}

/** Whether this is a compressed public key that is a point on the curve. */
export function isNodeKey(pubkey: string): boolean {
  if (!NODE_KEY.test(pubkey)) return false
  try {
    secp256k1.Point.fromHex(pubkey)
    return true
  } catch {
    return false
  }
}

function readText(hex: string | undefined): string | null {
  if (hex === undefined || hex.length > 2 * DECODED_MAX_BYTES || !/^(?:[0-9a-f]{2})+$/i.test(hex)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(hex))
  } catch {
    return null
  }
}

const asText = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value)
