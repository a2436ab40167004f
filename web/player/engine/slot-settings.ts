/** Volume, loudness, speed and the skipping of silence, applied to both elements of the engine. */
import { urlOf, type AudioSlot, type AudioSlots } from './audio-slots.ts'
import { rampTo, type Mixer } from './mixer.ts'
import { createSilenceSkipper } from './silence.ts'

type SlotSettings = {
  setVolume: (volume: number, isMuted: boolean) => void
  setLevel: (url: string, gain: number) => void
  setSpeed: (speed: number) => void
  setSkipSilence: (isOn: boolean) => void
  speed: () => number
  /** After a slot has got other audio. */
  applyLevel: (slot: AudioSlot) => void
  /** After the active slot has got other audio, or is another one. */
  applyToActive: () => void
}

const LEVEL_RAMP_SECONDS = 0.08
const QUIET_SPEED = 4

export function createSlotSettings(mixer: Mixer | null, slots: AudioSlots): SlotSettings {
  const levels = new Map<string, number>()
  let speed = 1
  let volume = 1
  let isSilent = false
  const quiet = createSilenceSkipper(mixer, () => applySpeed())
  const both = () => [slots.active, slots.standby]

  function applyLevel(slot: AudioSlot): void {
    const gain = levels.get(urlOf(slot) ?? '') ?? 1
    if (mixer && slot.channel) rampTo(slot.channel.level.gain, gain, mixer.context.currentTime, LEVEL_RAMP_SECONDS)
    else {
      slot.element.muted = isSilent
      slot.element.volume = volume * Math.min(1, gain)
    }
  }

  function applySpeed(): void {
    for (const { element } of both()) {
      element.preservesPitch = true
      element.defaultPlaybackRate = speed
      const isHurried = quiet.isQuiet() && element === slots.active.element
      element.playbackRate = isHurried ? Math.max(speed, QUIET_SPEED) : speed
    }
  }

  return {
    setVolume(toVolume, isMuted) {
      volume = toVolume
      isSilent = isMuted
      mixer?.setVolume(isMuted ? 0 : volume)
      for (const slot of both()) if (slot.channel === null) applyLevel(slot)
    },
    setLevel(url, gain) {
      levels.set(url, gain)
      for (const slot of both()) if (urlOf(slot) === url) applyLevel(slot)
    },
    setSpeed(toSpeed) {
      speed = toSpeed
      applySpeed()
    },
    setSkipSilence: (isOn) => quiet.turn(isOn, slots.active.channel),
    speed: () => speed,
    applyLevel,
    applyToActive() {
      applyLevel(slots.active)
      applySpeed()
      quiet.follow(slots.active.channel)
    },
  }
}
