/** The rows of a release or podcast: what the server knows and what is still on its way from this window, as one list. */
import type { Sound } from './sounds.ts'
import type { SoundParent, Upload } from './upload.ts'

export type Line = { id: string; title: string; order: number; sound: Sound | null; upload: Upload | null }

/** In the order that they will have: a release by number, a podcast with the newest first. An upload that has arrived is a
 * sound from then on. */
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
  const unknown = open
    .filter(({ contentId }) => contentId === null || !known.has(contentId))
    .map((upload): Line => ({ id: upload.key, title: upload.title, order: upload.order, sound: null, upload }))
  const direction = kind === 'album' ? 1 : -1
  return [...lines, ...unknown].sort((one, other) => direction * (one.order - other.order))
}
