/** Playing on another device: a television or a loudspeaker that the browser has found (Remote Playback API). Only one of
 * the two elements plays there, and while it does, it is the only one in use. */
import type { AudioSlot, Decks } from './decks.ts'

export type RemoteState = 'unavailable' | 'available' | 'connecting' | 'connected'

export type Remote = {
  isConnected: () => boolean
  /** Lets the user choose a device, or end playing there. Requires a gesture. */
  prompt: () => void
  setVolume: (volume: number) => void
}

export function watchRemote(decks: Decks, isMixed: boolean, onChange: (state: RemoteState) => void): Remote {
  let isAvailable = false
  let volume = 1
  const slots = [decks.active, decks.standby]
  const stateOf = ({ element }: AudioSlot) => remoteOf(element)?.state ?? 'disconnected'
  const isConnected = () => slots.some((slot) => stateOf(slot) === 'connected')
  // What plays elsewhere does not pass the mixer, which has the volume otherwise.
  const applyVolume = () => {
    if (isMixed) for (const { element } of slots) element.volume = isConnected() ? volume : 1
  }
  const tell = () => {
    applyVolume()
    const states = slots.map(stateOf)
    const busy = (['connected', 'connecting'] as const).find((state) => states.includes(state))
    onChange(busy ?? (isAvailable ? 'available' : 'unavailable'))
  }
  for (const { element } of slots) {
    for (const name of ['connecting', 'connect', 'disconnect']) remoteOf(element)?.addEventListener(name, tell)
  }
  // Both elements find the same devices. Where devices cannot be watched, none is offered.
  void remoteOf(decks.active.element)
    ?.watchAvailability((available) => {
      isAvailable = available
      tell()
    })
    .catch(() => undefined)
  return {
    isConnected,
    setVolume(toVolume) {
      volume = toVolume
      applyVolume()
    },
    // Closing the list of devices without a choice is no error.
    prompt: () =>
      void remoteOf(decks.active.element)
        ?.prompt()
        .catch(() => undefined),
  }
}

const remoteOf = (element: HTMLAudioElement): RemotePlayback | undefined =>
  'remote' in element ? element.remote : undefined
