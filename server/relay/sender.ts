/** Sends to one client no faster than it reads: stored events wait for buffer space, live events do not, and a client
 * that reads neither is disconnected. */
import type { WebSocket } from 'ws'

export type Sender = {
  send(message: readonly unknown[]): void
  /** Sends one event. */
  deliver(subscription: string, body: string): void
  /** Whether a stored event can be sent now; otherwise it waits for buffer space. */
  hasRoom(): boolean
  room(): Promise<void>
}

/** Above this, stored events wait. */
const ROOM_BYTES = 256 * 1_024
const POLL_MS = 10
/** A client that has read nothing for this long is disconnected. */
const TIMEOUT_MS = 20_000

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
    send: (message) => send(JSON.stringify(message)),
    deliver: (subscription, body) => send(`["EVENT",${JSON.stringify(subscription)},${body}]`),
    hasRoom,
    async room() {
      const until = performance.now() + TIMEOUT_MS
      while (!hasRoom() && socket.readyState === socket.OPEN) {
        if (performance.now() > until) return socket.terminate()
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
  }
}
