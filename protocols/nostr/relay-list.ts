/** Relay lists: the relays a user writes to and reads from (kind 10002, NIP-65), and those for private messages
 * (kind 10050, NIP-17). Parsed as untrusted input, and updated without losing other tags. Whether a page may
 * connect to a relay is decided elsewhere. */
import type { NostrEvent, UnsignedEvent } from './event.ts'
import { MESSAGE_RELAYS_KIND, RELAY_LIST_KIND } from './kinds.ts'

export type RelayUse = { address: string; isRead: boolean; isWrite: boolean }

type List = Pick<NostrEvent, 'created_at' | 'tags' | 'content'>

const ADDRESS_MAX_CHARACTERS = 300
/** More relays than any legitimate list has. */
export const RELAYS_MAX = 20

/** The normalized URL of a relay. Null when it is invalid. Unencrypted only for the local machine. */
export function parseRelayUrl(text: string): string | null {
  const url = text.length > ADDRESS_MAX_CHARACTERS ? null : URL.parse(text.trim())
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'wss:' && !(url.protocol === 'ws:' && isLoopback(url.hostname))) return null
  url.hash = ''
  return url.href
}

export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Without duplicates, in the order of the list. */
export function parseRelayList(list: Pick<List, 'tags'> | null): RelayUse[] {
  const found = new Map<string, RelayUse>()
  for (const tag of list?.tags ?? []) {
    const use = purposeIn(tag)
    if (use === null) continue
    const before = found.get(use.address)
    const isRead = use.isRead || before?.isRead === true
    const isWrite = use.isWrite || before?.isWrite === true
    if (before !== undefined || found.size < RELAYS_MAX) found.set(use.address, { ...use, isRead, isWrite })
  }
  return [...found.values()]
}

export function parseMessageRelays(list: Pick<List, 'tags'> | null): string[] {
  const found = (list?.tags ?? []).flatMap((tag) => messageRelayIn(tag) ?? [])
  return [...new Set(found)].slice(0, RELAYS_MAX)
}

/** The list that replaces `list`. Tags that are not relays we can parse are kept. */
export function draftRelayList(list: List | null, uses: readonly RelayUse[], nowSeconds: number): UnsignedEvent {
  const written = uses
    .filter(({ isRead, isWrite }) => isRead || isWrite)
    .map(({ address, isRead, isWrite }) => ['r', address, ...(isRead && isWrite ? [] : [isRead ? 'read' : 'write'])])
  return replace(RELAY_LIST_KIND, list, (tag) => purposeIn(tag) !== null, written, nowSeconds)
}

export function draftMessageRelays(list: List | null, addresses: readonly string[], nowSeconds: number): UnsignedEvent {
  const written = addresses.map((address) => ['relay', address])
  return replace(MESSAGE_RELAYS_KIND, list, (tag) => messageRelayIn(tag) !== null, written, nowSeconds)
}

/** The relays for private messages to a user, by their newest lists. Empty when they have none. */
export function chooseMessageRelays(events: readonly NostrEvent[], pubkey: string): string[] {
  const newest = (kind: number) =>
    events
      .filter((event) => event.kind === kind && event.pubkey === pubkey)
      .reduce<NostrEvent | null>(
        (one, other) => (one === null || other.created_at > one.created_at ? other : one),
        null,
      )
  const named = parseMessageRelays(newest(MESSAGE_RELAYS_KIND))
  if (named.length > 0) return named
  return parseRelayList(newest(RELAY_LIST_KIND)).flatMap(({ address, isRead }) => (isRead ? [address] : []))
}

function replace(
  kind: number,
  list: List | null,
  isOurs: (tag: readonly string[]) => boolean,
  written: string[][],
  nowSeconds: number,
): UnsignedEvent {
  const kept = (list?.tags ?? []).filter((tag) => !isOurs(tag))
  const created_at = Math.max(nowSeconds, (list?.created_at ?? 0) + 1)
  return { kind, created_at, tags: [...written, ...kept], content: list?.content ?? '' }
}

/** Without a marker, a relay is for both. */
function purposeIn([name, input = '', purpose = '']: readonly string[]): RelayUse | null {
  const address = name === 'r' ? parseRelayUrl(input) : null
  if (address === null) return null
  return { address, isRead: purpose !== 'write', isWrite: purpose !== 'read' }
}

function messageRelayIn([name, input = '']: readonly string[]): string | null {
  return name === 'relay' ? parseRelayUrl(input) : null
}
