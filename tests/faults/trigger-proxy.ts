/** A proxy in front of PostgreSQL that reports when a statement first passes, so that a test can act at that moment.
 * Connection faults are in fault-proxy.ts. */
import { once } from 'node:events'
import net from 'node:net'

export type TriggerProxy = {
  readonly port: number
  /** Resolves when a client first sends this text; '' is the first connection. That client then waits for its
   * response. */
  readonly seen: Promise<void>
  close(): Promise<void>
}

export async function startTriggerProxy(socketPath: string, words: string): Promise<TriggerProxy> {
  const { promise: seen, resolve } = Promise.withResolvers<void>()
  const sockets = new Set<net.Socket>()
  let hasFired = false
  const server = net.createServer((near) => {
    const far = net.connect(socketPath)
    for (const socket of [near, far]) {
      sockets.add(socket)
      const cut = () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      }
      socket.on('error', cut)
      socket.on('close', cut)
    }
    far.pipe(near)
    const fire = () => {
      hasFired = true
      resolve()
    }
    if (words === '' && !hasFired) return fire()
    near.on('data', (bytes: Buffer) => {
      if (hasFired || !bytes.includes(words)) far.write(bytes)
      else fire()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    seen,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
