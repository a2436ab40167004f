/** Which relays somebody uses: where they write and read (kind 10002, NIP-65) and where they get private messages
 * (kind 10050, NIP-17). Read as lists of strangers, and written anew without losing what else stands in them.
 * Whether a page may call any of them is not decided here. */
import type { NostrEvent, UnsignedEvent } from './event.ts'
import { MESSAGE_RELAYS_KIND, RELAY_LIST_KIND } from './kinds.ts'

export type RelayUse = { address: string; isRead: boolean; isWrite: boolean }

type List = Pick<NostrEvent, 'created_at' | 'tags' | 'content'>

const ADDRESS_MAX_LETTERS = 300
/** More is nobody's honest list. */
export const RELAYS_MAX = 20

/** As addresses of relays are written everywhere; null for what is none. Without encryption only on the own machine. */
export function readRelayAddress(text: string): string | null {
  const url = text.length > ADDRESS_MAX_LETTERS ? null : URL.parse(text.trim())
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'wss:' && !(url.protocol === 'ws:' && isLoopback(url.hostname))) return null
  url.hash = ''
  return url.href
}

export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** Each once, in the order of the list. */
export function readRelayList(list: Pick<List, 'tags'> | null): RelayUse[] {
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

export function readMessageRelays(list: Pick<List, 'tags'> | null): string[] {
  const found = (list?.tags ?? []).flatMap((tag) => messageRelayIn(tag) ?? [])
  return [...new Set(found)].slice(0, RELAYS_MAX)
}

/** The list that takes the place of this one. What is no relay of a kind we can read stays in it. */
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

/** Where a private message for somebody goes, by their newest lists; empty: they have not said. */
export function chooseMessageRelays(events: readonly NostrEvent[], pubkey: string): string[] {
  const newest = (kind: number) =>
    events
      .filter((event) => event.kind === kind && event.pubkey === pubkey)
      .reduce<NostrEvent | null>(
        (one, other) => (one === null || other.created_at > one.created_at ? other : one),
        null,
      )
  const named = readMessageRelays(newest(MESSAGE_RELAYS_KIND))
  if (named.length > 0) return named
  return readRelayList(newest(RELAY_LIST_KIND)).flatMap(({ address, isRead }) => (isRead ? [address] : []))
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

/** Without a word behind the address it is for both. */
function purposeIn([name, said = '', purpose = '']: readonly string[]): RelayUse | null {
  const address = name === 'r' ? readRelayAddress(said) : null
  if (address === null) return null
  return { address, isRead: purpose !== 'write', isWrite: purpose !== 'read' }
}

function messageRelayIn([name, said = '']: readonly string[]): string | null {
  return name === 'relay' ? readRelayAddress(said) : null
}
