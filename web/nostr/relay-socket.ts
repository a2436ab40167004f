/** The WebSocket to one relay, which reconnects with growing pauses until it is closed. What is said over it is
 * relay-link.ts. */
import { RelayFailed } from './relay-errors.ts'

export type RelaySocket = {
  isOpen(): boolean
  /** Nothing is sent while it is not open. */
  say(...message: unknown[]): void
  /** If it is waiting to reconnect, it reconnects now. */
  wake(): void
  /** Resolves once it is open. Throws RelayFailed when that takes too long. */
  ready(): Promise<void>
  /** Permanently. */
  close(): void
}

type SocketListener = { onOpen(): void; onText(text: string): void; onDown(failure: RelayFailed): void }

/** How long `ready` waits. */
const READY_MS = 1_000
const RETRY_MS = 2_000
const RETRY_MAX_MS = 60_000
/** Our own relay stores nothing as long as this. */
const MESSAGE_MAX_CHARACTERS = 1_000_000

export function createRelaySocket(address: string, listener: SocketListener): RelaySocket {
  const waiting = new Set<() => void>()
  let socket: WebSocket | null = null
  let isOpen = false
  let isClosed = false
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(retry)
    let line: WebSocket
    try {
      line = new WebSocket(address)
    } catch (error) {
      // A page over https must not open ws:// connections: the constructor throws.
      queueMicrotask(() => fall(String(error)))
      return
    }
    socket = line
    line.addEventListener('open', () => {
      if (socket !== line) return
      isOpen = true
      failures = 0
      listener.onOpen()
      for (const go of waiting) go()
    })
    line.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket === line && typeof data === 'string' && data.length <= MESSAGE_MAX_CHARACTERS) listener.onText(data)
    })
    // A failed connection also fires `close`.
    line.addEventListener('close', () => {
      if (socket === line) fall(isOpen ? 'the connection was lost' : 'no connection')
    })
  }

  function fall(words: string): void {
    if (isClosed) return
    socket = null
    isOpen = false
    retry = setTimeout(open, Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS))
    failures += 1
    listener.onDown(new RelayFailed(address, words))
  }

  function wake(): void {
    if (socket === null && !isClosed) open()
  }

  open()
  return {
    isOpen: () => isOpen,
    say: (...message) => socket?.send(JSON.stringify(message)),
    wake,
    async ready() {
      if (isOpen) return
      wake()
      await waitIn(waiting, new RelayFailed(address, 'not ready'))
    },
    close() {
      isClosed = true
      isOpen = false
      clearTimeout(retry)
      socket?.close()
      socket = null
    },
  }
}

/** Resolves when the function it adds to `waiting` is called; throws `failure` after a while. */
function waitIn(waiting: Set<() => void>, failure: RelayFailed): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(go)
      reject(failure)
    }, READY_MS)
    const go = () => {
      clearTimeout(timer)
      waiting.delete(go)
      resolve()
    }
    waiting.add(go)
  })
}
