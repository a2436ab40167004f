/** The session of one door: its list, the scans, and sending them. Without a connection, the device decides from its list, and
 * the server determines later which of two scans was first. Contains no React. */
import { getDoor, SCANS_MAX, sendScans } from '#contract/concerts/door.ts'
import { ApiError, type Call } from '#web/data/api.ts'
import { findDoorTicket, checkTicket, markUsed, newScanId, readDoor, saveDoor } from './door.ts'
import type { SavedDoor, Scan, Verdict } from './door.ts'

export type DoorState = { saved: SavedDoor; verdict: Verdict | null; isOnline: boolean; error: unknown }
export type DoorSession = {
  /** Sends pending scans and fetches the list again. */
  sync: () => Promise<void>
  /** A scanned QR code or a typed code. */
  scan: (input: string) => Promise<void>
  setName: (door: string) => void
}

/** True when the server could not be reached, so that this device decides. */
const isUnreachable = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

export const startOf = (concertId: string): DoorState => ({
  saved: readDoor(concertId),
  verdict: null,
  isOnline: true,
  error: null,
})

type DoorDeps = { call: Call; concertId: string; defaultName: string; onChange: (state: DoorState) => void }

export function openDoor({ call, concertId, defaultName, onChange }: DoorDeps): DoorSession {
  const params = { concertId }
  let state = startOf(concertId)
  const set = (changes: Partial<DoorState>) => {
    state = { ...state, ...changes }
    onChange(state)
  }
  const save = (changes: Partial<SavedDoor>) => {
    const saved = { ...state.saved, ...changes }
    saveDoor(concertId, saved)
    set({ saved })
  }
  const nameOf = () => state.saved.door.trim() || defaultName
  const send = (scans: Scan[]) => call(sendScans, { params, body: { door: nameOf(), scans } })

  async function sendWaiting(): Promise<void> {
    const sent = state.saved.waiting.slice(0, SCANS_MAX)
    if (sent.length === 0) return
    await send(sent)
    const ids = new Set(sent.map(({ id }) => id))
    save({ waiting: state.saved.waiting.filter(({ id }) => !ids.has(id)) })
  }

  return {
    async sync() {
      try {
        await sendWaiting()
        const list = await call(getDoor, { params })
        const waiting = new Map(state.saved.waiting.map((scan) => [scan.ticketId, scan.scannedAt]))
        const tickets = list.tickets.map((one) => ({ ...one, usedAt: one.usedAt ?? waiting.get(one.id) ?? null }))
        save({ list: { ...list, tickets } })
        set({ isOnline: true, error: null })
      } catch (error) {
        set({ error, isOnline: !isUnreachable(error) })
      }
    },

    async scan(input) {
      const { list } = state.saved
      if (list === null) return
      const ticket = findDoorTicket(list, input)
      const scan: Scan = { id: newScanId(), ticketId: ticket?.id ?? '', scannedAt: new Date().toISOString() }
      const known = checkTicket(ticket, scan, nameOf())
      if (ticket === null) return set({ verdict: known })
      const mark = (usedAt: string, usedDoor: string | null) =>
        markUsed(state.saved.list ?? list, ticket.id, usedAt, usedDoor)
      try {
        const [settled] = await send([scan])
        if (settled === undefined) return
        if (settled.usedAt !== null) save({ list: mark(settled.usedAt, settled.usedDoor) })
        set({ verdict: { ...settled, ticket }, isOnline: true })
      } catch (error) {
        if (!isUnreachable(error)) return set({ error })
        set({ verdict: known, isOnline: false })
        if (known.outcome !== 'admitted') return
        save({ waiting: [...state.saved.waiting, scan], list: mark(scan.scannedAt, known.usedDoor) })
      }
    },

    setName: (door) => save({ door }),
  }
}
