/** Playing on another device: a television or a loudspeaker that the browser has found (Remote Playback API). Only one of
 * the two elements plays there, and while it does, it is the only one in use. */
import type { AudioSlot, AudioSlots } from './audio-slots.ts'

export type RemoteState = 'unavailable' | 'available' | 'connecting' | 'connected'

export type Remote = {
  isConnected: () => boolean
  /** Lets the user choose a device, or end playing there. Requires a gesture. */
  prompt: () => void
  setVolume: (volume: number) => void
}

export function watchRemote(slots: AudioSlots, isMixed: boolean, onChange: (state: RemoteState) => void): Remote {
  let isAvailable = false
  let volume = 1
  const both = [slots.active, slots.standby]
  const stateOf = ({ element }: AudioSlot) => remoteOf(element)?.state ?? 'disconnected'
  const isConnected = () => both.some((slot) => stateOf(slot) === 'connected')
  // What plays elsewhere does not pass the mixer, which has the volume otherwise.
  const applyVolume = () => {
    if (isMixed) for (const { element } of both) element.volume = isConnected() ? volume : 1
  }
  const report = () => {
    applyVolume()
    const states = both.map(stateOf)
    const busy = (['connected', 'connecting'] as const).find((state) => states.includes(state))
    onChange(busy ?? (isAvailable ? 'available' : 'unavailable'))
  }
  for (const { element } of both) {
    for (const name of ['connecting', 'connect', 'disconnect']) remoteOf(element)?.addEventListener(name, report)
  }
  // Both elements find the same devices. Where devices cannot be watched, none is offered.
  void remoteOf(slots.active.element)
    ?.watchAvailability((available) => {
      isAvailable = available
      report()
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
      void remoteOf(slots.active.element)
        ?.prompt()
        .catch(() => undefined),
  }
}

const remoteOf = (element: HTMLAudioElement): RemotePlayback | undefined =>
  'remote' in element ? element.remote : undefined
