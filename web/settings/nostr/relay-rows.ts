/** The user's relays as form rows: parsed from both lists, and formatted as lists again. The events are
 * protocols/nostr/relay-list.ts. */
import { parseMessageRelays, parseRelayUrl, parseRelayList, type RelayUse } from '#protocols/nostr/relay-list.ts'
import type { NostrEvent } from '#protocols/nostr/event.ts'

export type RelayRow = RelayUse & { isForMessages: boolean }
/** The lists found on the relays; null when there is none. */
export type RelayLists = { uses: NostrEvent | null; messages: NostrEvent | null }

/** `defaults`: the relays proposed to users without a list. */
export function rowsOf({ uses, messages }: RelayLists, defaults: readonly string[]): RelayRow[] {
  const named = parseRelayList(uses)
  const mail = parseMessageRelays(messages)
  const rows = named.map((use) => ({ ...use, isForMessages: mail.includes(use.address) }))
  const messageOnly = mail.filter((address) => named.every((use) => use.address !== address))
  if (uses === null && messages === null) return defaults.flatMap((address) => rowOf(address) ?? [])
  return [...rows, ...messageOnly.map((address) => ({ address, isRead: false, isWrite: false, isForMessages: true }))]
}

/** Null if the text is not a relay URL. */
export function rowOf(text: string): RelayRow | null {
  const address = parseRelayUrl(text)
  return address === null ? null : { address, isRead: true, isWrite: true, isForMessages: true }
}

export const usesIn = (rows: readonly RelayRow[]): RelayUse[] =>
  rows.map(({ address, isRead, isWrite }) => ({ address, isRead, isWrite })).filter((use) => use.isRead || use.isWrite)

export const mailIn = (rows: readonly RelayRow[]): string[] =>
  rows.flatMap(({ address, isForMessages }) => (isForMessages ? [address] : []))

/** Whether the rows differ from the list, or no list exists. */
export const isUsesChanged = ({ uses }: RelayLists, rows: readonly RelayRow[]): boolean =>
  uses === null || JSON.stringify(parseRelayList(uses)) !== JSON.stringify(usesIn(rows))

export const isMailChanged = ({ messages }: RelayLists, rows: readonly RelayRow[]): boolean =>
  messages === null
    ? mailIn(rows).length > 0
    : JSON.stringify(parseMessageRelays(messages)) !== JSON.stringify(mailIn(rows))
