/** Detects silence, for skipping pauses in spoken word. The engine decides what to do then. */
import type { Channel, Mixer } from './mixer.ts'

export type SilenceSkipper = {
  isQuiet: () => boolean
  turn: (isOn: boolean, channel: Channel | null) => void
  /** Another element is audible now. */
  follow: (channel: Channel | null) => void
}

export function createSilenceSkipper(mixer: Mixer | null, onChange: () => void): SilenceSkipper {
  let isOn = false
  let isQuiet = false
  let meter: AudioWorkletNode | null = null
  let heard: Channel | null = null

  const report = (quiet: boolean) => {
    isQuiet = quiet
    onChange()
  }
  const leave = () => {
    if (heard && meter) heard.source.disconnect(meter)
    heard = null
    if (isQuiet) report(false)
  }
  const follow = (channel: Channel | null) => {
    leave()
    if (!isOn || !meter || !channel) return
    heard = channel
    channel.source.connect(meter)
  }
  const turn = async (toOn: boolean, channel: Channel | null) => {
    isOn = toOn
    if (!isOn || !mixer || !('audioWorklet' in mixer.context)) return leave()
    if (!meter) {
      const { loadTap } = await import('./gapless.ts')
      await loadTap(mixer.context)
      meter ??= new AudioWorkletNode(mixer.context, 'peal-quiet', { numberOfOutputs: 0 })
      meter.port.onmessage = ({ data }) => report(data === true)
    }
    follow(channel)
  }
  return { isQuiet: () => isOn && isQuiet, turn: (to, channel) => void turn(to, channel).catch(leave), follow }
}
