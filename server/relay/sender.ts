/** Sending to one client no faster than it reads: what is stored waits for room, what is live does not wait, and whoever takes
 * neither is let go. */
import type { WebSocket } from 'ws'

export type Sender = {
  say(message: readonly unknown[]): void
  /** One event. */
  tell(subscription: string, body: string): void
  /** Whether a stored event can be told now; else it waits for room. */
  hasRoom(): boolean
  room(): Promise<void>
}

/** Above this, stored events wait. */
const ROOM_BYTES = 256 * 1_024
const LOOK_MS = 10
/** A client that has taken nothing for so long is gone. */
const PATIENCE_MS = 20_000

export function createSender(socket: WebSocket, unsentMaxBytes: number): Sender {
  function send(text: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > unsentMaxBytes) {
      socket.terminate()
      return
    }
    socket.send(text)
  }
  const hasRoom = () => socket.bufferedAmount <= ROOM_BYTES
  return {
    say: (message) => send(JSON.stringify(message)),
    tell: (subscription, body) => send(`["EVENT",${JSON.stringify(subscription)},${body}]`),
    hasRoom,
    async room() {
      const until = performance.now() + PATIENCE_MS
      while (!hasRoom() && socket.readyState === socket.OPEN) {
        if (performance.now() > until) return socket.terminate()
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    },
  }
}
