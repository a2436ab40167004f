/** The two audio elements of the engine: one plays, the other holds the next track ready. */
import type { Channel, Mixer } from './mixer.ts'

export type AudioSlot = { element: HTMLAudioElement; channel: Channel | null; delaySeconds: number }

/** `active` plays, `standby` is prepared. */
export type Decks = { active: AudioSlot; standby: AudioSlot }

/** Of a transition that uses both. */
export type TransitionListener = {
  /** The next track has begun, and its element is the active one. */
  onJoined: () => void
  /** Both elements may be used again. */
  onLanded: () => void
  /** The transition was not possible: nothing has changed. */
  onGivenUp: () => void
}

export function createDecks(mixer: Mixer | null): Decks {
  return { active: createSlot(mixer), standby: createSlot(mixer) }
}

export function swap(decks: Decks): void {
  ;[decks.active, decks.standby] = [decks.standby, decks.active]
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

/** If the standby deck already holds this audio, it becomes the active one. */
export function loadActive(decks: Decks, url: string): void {
  if (urlOf(decks.standby) === url && decks.standby.element.error === null) {
    swap(decks)
    empty(decks.standby)
  } else {
    decks.active.element.pause()
    fill(decks.active, url)
  }
  setDelay(decks.active, 0)
}

function createSlot(mixer: Mixer | null): AudioSlot {
  const element = new Audio()
  element.preload = 'auto'
  // Web Audio outputs silence for audio of another origin unless CORS allows it.
  if (mixer) element.crossOrigin = 'anonymous'
  return { element, channel: mixer?.connect(element) ?? null, delaySeconds: 0 }
}
