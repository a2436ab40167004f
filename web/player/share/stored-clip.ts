/** Which clip was made last of a content, in this browser: it is shown again after a reload. */
import { readStored, writeStored } from '#web/data/stored.ts'

const STORED_AS = 'peal.clips'
const KEPT_MAX = 20

const readAll = () => (readStored(STORED_AS) ?? {}) as Record<string, string>

export const readClipId = (contentId: string): string | null => readAll()[contentId] ?? null

export function writeClipId(contentId: string, clipId: string | null): void {
  const { [contentId]: _, ...others } = readAll()
  const entries = Object.entries(others).slice(1 - KEPT_MAX)
  if (clipId !== null) entries.push([contentId, clipId])
  writeStored(STORED_AS, Object.fromEntries(entries))
}
