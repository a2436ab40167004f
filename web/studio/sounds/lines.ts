/** The rows of a release or podcast: what the server has, and the uploads of this window, as one list. */
import type { Sound } from '#web/studio/uploads/sounds.ts'
import type { SoundParent, Upload } from '#web/studio/uploads/upload.ts'

export type Line = { id: string; title: string; order: number; sound: Sound | null; upload: Upload | null }

/** Sorted in the server's order. An upload the server does not know yet is placed by its number; podcasts begin with
 * the highest. A finished upload is shown as a track or episode. */
export function toLines(kind: SoundParent['kind'], sounds: readonly Sound[], uploads: readonly Upload[]): Line[] {
  const open = uploads.filter(({ state }) => state !== 'prepared' && state !== 'sent')
  const known = new Set(sounds.map(({ id }) => id))
  const lines = sounds.map((sound): Line => ({
    id: sound.id,
    title: sound.title,
    order: sound.order,
    sound,
    upload: open.find(({ contentId }) => contentId === sound.id) ?? null,
  }))
  const direction = kind === 'album' ? 1 : -1
  for (const upload of open) {
    const { key, title, order, contentId } = upload
    if (contentId !== null && known.has(contentId)) continue
    const next = lines.findIndex((line) => direction * (line.order - order) > 0)
    lines.splice(next === -1 ? lines.length : next, 0, { id: key, title, order, sound: null, upload })
  }
  return lines
}
