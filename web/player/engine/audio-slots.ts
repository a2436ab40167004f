/** The two audio elements of the engine: one plays, the other holds the next track ready. */
import type { Channel, Mixer } from './mixer.ts'

export type AudioSlot = { element: HTMLAudioElement; channel: Channel | null; delaySeconds: number }

/** `active` plays, `standby` is prepared. */
export type AudioSlots = { active: AudioSlot; standby: AudioSlot }

/** Of a transition that uses both. */
export type TransitionListener = {
  /** The next track has begun, and its element is the active one. */
  onJoined: () => void
  /** Both elements may be used again. */
  onLanded: () => void
  /** The transition was not possible: nothing has changed. */
  onGivenUp: () => void
}

export function createAudioSlots(mixer: Mixer | null): AudioSlots {
  return { active: createSlot(mixer), standby: createSlot(mixer) }
}

export function swap(slots: AudioSlots): void {
  ;[slots.active, slots.standby] = [slots.standby, slots.active]
}

export const urlOf = ({ element }: AudioSlot) => element.getAttribute('src')

export const lengthOf = ({ element }: AudioSlot) => (Number.isFinite(element.duration) ? element.duration : 0)

export function setDelay(slot: AudioSlot, seconds: number): void {
  slot.delaySeconds = seconds
  if (slot.channel) slot.channel.delay.delayTime.value = seconds
}

export function fill({ element }: AudioSlot, url: string | null): void {
  if (url === null) element.removeAttribute('src')
  else element.src = url
  element.load()
}

export function empty(slot: AudioSlot): void {
  slot.element.pause()
  fill(slot, null)
  setDelay(slot, 0)
}

/** If the standby slot already holds this audio, it becomes the active one. */
export function loadActive(slots: AudioSlots, url: string): void {
  if (urlOf(slots.standby) === url && slots.standby.element.error === null) {
    swap(slots)
    empty(slots.standby)
  } else {
    slots.active.element.pause()
    fill(slots.active, url)
  }
  setDelay(slots.active, 0)
}

function createSlot(mixer: Mixer | null): AudioSlot {
  const element = new Audio()
  element.preload = 'auto'
  // Web Audio outputs silence for audio of another origin unless CORS allows it.
  if (mixer) element.crossOrigin = 'anonymous'
  return { element, channel: mixer?.connect(element) ?? null, delaySeconds: 0 }
}
