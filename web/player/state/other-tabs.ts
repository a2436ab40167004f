/** Only one tab plays at a time: a tab that starts notifies the others, and they pause. */

const CHANNEL = 'peal.player'
let channel: BroadcastChannel | null = null

const open = () => (channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL))

export function claimPlayback(): void {
  open()?.postMessage('playing')
}

export function onOtherTabPlays(pause: () => void): void {
  open()?.addEventListener('message', pause)
}
