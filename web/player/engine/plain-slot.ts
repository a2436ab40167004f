/** Audio of servers that do not permit Web Audio (CORS): an element without the mixer plays it, in the place of the active one,
 * until other audio is loaded. Such audio has no analysis, no transition and no loudness above its own. */
import { empty, fill, type AudioSlot, type AudioSlots } from './audio-slots.ts'

type PlainSlot = {
  isActive: () => boolean
  /** False when the audio of the active element cannot be played this way either. */
  take: () => boolean
  giveBack: () => void
}

export function createPlainSlot(slots: AudioSlots, listen: (slot: AudioSlot) => void): PlainSlot {
  let plain: AudioSlot | null = null
  let replaced: AudioSlot | null = null
  return {
    isActive: () => replaced !== null,
    take() {
      const { active } = slots
      const url = active.element.getAttribute('src')
      if (active.channel === null || url === null || isOwn(url)) return false
      const { currentTime, paused } = active.element
      if (plain === null) listen((plain = { element: new Audio(), channel: null, delaySeconds: 0 }))
      replaced = active
      slots.active = plain
      empty(active)
      fill(plain, url)
      plain.element.currentTime = currentTime
      if (!paused) void plain.element.play().catch(() => undefined)
      return true
    },
    giveBack() {
      if (replaced === null || plain === null) return
      empty(plain)
      slots.active = replaced
      replaced = null
    },
  }
}

const isOwn = (url: string): boolean => new URL(url, location.href).origin === location.origin
