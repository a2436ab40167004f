/** Bookmarks of a visitor, kept on this device until the next log-in takes them over into the account. */
import { create } from 'zustand'
import { BOOKMARK_NOTE_MAX } from '#contract/listening/bookmarks.ts'
import { readStored, writeStored } from '#web/data/stored.ts'

export type DeviceBookmark = {
  id: string
  contentId: string
  positionSeconds: number
  note: string | null
  createdAt: string
}

const STORED_AS = 'peal.bookmarks'
const KEPT_MAX = 200

type DeviceState = { bookmarks: readonly DeviceBookmark[] }

export const useDeviceBookmarks = create<DeviceState>()(() => ({ bookmarks: read() }))

/** The same second again replaces the note. */
export function saveOnDevice(contentId: string, positionSeconds: number, note: string | null): void {
  const id = `${contentId} ${positionSeconds}`
  const others = useDeviceBookmarks.getState().bookmarks.filter((one) => one.id !== id)
  const createdAt = new Date().toISOString()
  write([{ id, contentId, positionSeconds, note, createdAt }, ...others].slice(0, KEPT_MAX))
}

export function removeFromDevice(id: string): void {
  write(useDeviceBookmarks.getState().bookmarks.filter((one) => one.id !== id))
}

function write(bookmarks: readonly DeviceBookmark[]): void {
  useDeviceBookmarks.setState({ bookmarks })
  writeStored(STORED_AS, bookmarks.length === 0 ? null : bookmarks)
}

function read(): DeviceBookmark[] {
  const stored = readStored(STORED_AS)
  return Array.isArray(stored) ? stored.filter(isBookmark).slice(0, KEPT_MAX) : []
}

function isBookmark(value: unknown): value is DeviceBookmark {
  if (typeof value !== 'object' || value === null) return false
  const { id, contentId, positionSeconds, note, createdAt } = value as Record<string, unknown>
  const isNote = note === null || (typeof note === 'string' && note.length <= BOOKMARK_NOTE_MAX)
  return (
    [id, contentId, createdAt].every((one) => typeof one === 'string') && Number.isInteger(positionSeconds) && isNote
  )
}
