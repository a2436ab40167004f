/** Which clip was made last of a content, in this browser: it is shown again after a reload. */
const STORED_AS = 'peal.clips'
const KEPT_MAX = 20

function readAll(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

export const readClipId = (contentId: string): string | null => readAll()[contentId] ?? null

export function writeClipId(contentId: string, clipId: string | null): void {
  const { [contentId]: _, ...others } = readAll()
  const entries = Object.entries(others).slice(1 - KEPT_MAX)
  if (clipId !== null) entries.push([contentId, clipId])
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Without storage a reload shows the form again, and the same part gets the same clip.
  }
}
