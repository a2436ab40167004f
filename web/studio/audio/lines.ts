/** The rows of a release or podcast: what the server has, and the uploads of this window, as one list. */
import type { AudioItem } from '#web/studio/uploads/audio-items.ts'
import type { AudioParent, Upload } from '#web/studio/uploads/upload.ts'

export type Line = { id: string; title: string; order: number; audioItem: AudioItem | null; upload: Upload | null }

/** Sorted in the server's order. An upload the server does not know yet is placed by its number; podcasts begin with
 * the highest. A finished upload is shown as a track or episode. */
export function toLines(
  kind: AudioParent['kind'],
  audioItems: readonly AudioItem[],
  uploads: readonly Upload[],
): Line[] {
  const open = uploads.filter(({ state }) => state !== 'prepared' && state !== 'sent')
  const known = new Set(audioItems.map(({ id }) => id))
  const lines = audioItems.map((audioItem): Line => ({
    id: audioItem.id,
    title: audioItem.title,
    order: audioItem.order,
    audioItem,
    upload: open.find(({ contentId }) => contentId === audioItem.id) ?? null,
  }))
  const direction = kind === 'album' ? 1 : -1
  for (const upload of open) {
    const { key, title, order, contentId } = upload
    if (contentId !== null && known.has(contentId)) continue
    const next = lines.findIndex((line) => direction * (line.order - order) > 0)
    lines.splice(next === -1 ? lines.length : next, 0, { id: key, title, order, audioItem: null, upload })
  }
  return lines
}
