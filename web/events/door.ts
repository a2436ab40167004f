/** The door's list on this device: which ticket a code or a scanned token is, what happens to it without a connection, and
 * the scans that the server has not received yet. */
import type { getDoor } from '#contract/concerts/door.ts'
import type { Wire } from '#contract/endpoint.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

export type DoorList = Wire<typeof getDoor>
export type DoorTicket = DoorList['tickets'][number]
export type Scan = { id: string; ticketId: string; scannedAt: string }
export type SavedDoor = { door: string; list: DoorList | null; waiting: Scan[] }
export type Verdict = {
  outcome: 'admitted' | 'already' | 'refunded' | 'unknown'
  ticket: DoorTicket | null
  usedAt: string | null
  usedDoor: string | null
}

const NOTHING: SavedDoor = { door: '', list: null, waiting: [] }
const storedAs = (concertId: string) => `peal.door.${concertId}`
/** Apart, because scans that were not sent must outlast the session: they name nobody, and are sent after the next log-in. */
const scansStoredAs = (concertId: string) => `peal.scans.${concertId}`

export function readDoor(concertId: string): SavedDoor {
  const waiting = (readStored(scansStoredAs(concertId)) as Scan[] | null) ?? []
  return { ...NOTHING, ...(readStored(storedAs(concertId)) as Partial<SavedDoor> | null), waiting }
}

export function saveDoor(concertId: string, { waiting, ...door }: SavedDoor): void {
  writeStored(storedAs(concertId), door)
  writeStored(scansStoredAs(concertId), waiting.length === 0 ? null : waiting)
}

const TOKEN = /t([\w-]{22})([\w-]{22})$/
const SIMILAR: Readonly<Record<string, string>> = { 0: 'O', 1: 'I' }

/** A scanned token, or a typed code in any letter case. A forged token, or one of another event, finds nothing. */
export function findDoorTicket(list: DoorList, input: string): DoorTicket | null {
  const typed = input.trim()
  const [, idText, hash] = TOKEN.exec(typed) ?? []
  if (idText !== undefined) {
    const id = uuidOf(idText)
    return list.tickets.find((ticket) => ticket.id === id && hash?.startsWith(ticket.check)) ?? null
  }
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll(/[01]/g, (digit) => SIMILAR[digit] ?? digit)
  return list.tickets.find((ticket) => ticket.code === code) ?? null
}

function uuidOf(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** What this device knows about it, without the server. */
export function checkTicket(ticket: DoorTicket | null, scan: Scan, door: string): Verdict {
  if (ticket === null) return { outcome: 'unknown', ticket, usedAt: null, usedDoor: null }
  const { usedAt, usedDoor } = ticket
  if (usedAt !== null) return { outcome: 'already', ticket, usedAt, usedDoor }
  if (ticket.isRefunded) return { outcome: 'refunded', ticket, usedAt: null, usedDoor: null }
  return { outcome: 'admitted', ticket, usedAt: scan.scannedAt, usedDoor: door }
}

/** The list with a ticket marked as used. */
export function markUsed(list: DoorList, ticketId: string, usedAt: string, usedDoor: string | null): DoorList {
  const tickets = list.tickets.map((ticket) => (ticket.id === ticketId ? { ...ticket, usedAt, usedDoor } : ticket))
  return { ...list, tickets }
}

export function newScanId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
  const text = hex.join('')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20)}`
}
