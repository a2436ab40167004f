/** A connection between a browser and a server that a test can throttle and cut: uploads stop after a number of
 * bytes. */
import net from 'node:net'
import type { AddressInfo } from 'node:net'

export type ThrottledConnection = AsyncDisposable & {
  origin: string
  /** From now on each connection accepts this many bytes from the browser and then no more; Infinity removes the
   * limit. */
  narrow(maxBytes: number): void
  /** Whether the limit has stopped a connection. */
  isStuck(): boolean
  /** Breaks every connection. New ones have the same limit. */
  cut(): void
}

export async function openThrottledConnection(target: string): Promise<ThrottledConnection> {
  const { hostname, port } = new URL(target)
  const open = new Set<net.Socket>()
  let maxBytes = Infinity
  let stuck = 0
  const keep = (socket: net.Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // A broken connection is intended here.
    socket.on('error', () => socket.destroy())
  }
  const server = net.createServer((browser) => {
    const upstream = net.connect(Number(port), hostname)
    keep(browser)
    keep(upstream)
    let sent = 0
    browser.on('data', (bytes) => {
      sent += bytes.length
      const isWritten = upstream.write(bytes)
      if (sent > maxBytes) {
        stuck += 1
        browser.pause()
      } else if (!isWritten) {
        browser.pause()
        upstream.once('drain', () => browser.resume())
      }
    })
    browser.on('end', () => upstream.end())
    browser.on('close', () => upstream.destroy())
    upstream.on('close', () => browser.destroy())
    upstream.pipe(browser)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    stuck = 0
    for (const socket of open) socket.destroy()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    narrow: (bytes) => {
      maxBytes = bytes
    },
    isStuck: () => stuck > 0,
    cut,
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
