/** A TCP proxy that misbehaves on command: cuts connections, delays bytes, holds them back, or loses one direction.
 * It does not interpret the traffic. */
import { once } from 'node:events'
import net from 'node:net'

/** `hang`: bytes wait until the fault is over. `half-open`: requests arrive, responses are lost without an error. */
export type Fault = 'none' | 'cut' | 'delay' | 'hang' | 'half-open'

export type FaultProxy = {
  readonly port: number
  /** From now until the next call. `cut` ends open connections; new ones are refused meanwhile. */
  set(fault: Fault): void
  close(): Promise<void>
}

type Upstream = { host: string; port: number } | { path: string }

const DELAY_MS = 150

export async function startFaultProxy(upstream: () => Upstream): Promise<FaultProxy> {
  let fault: Fault = 'none'
  const links = new Set<Link>()
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    if (fault === 'cut') {
      near.resetAndDestroy()
      return
    }
    const link = createLink(near, upstream(), () => fault)
    links.add(link)
    near.once('close', () => links.delete(link))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    set(next) {
      const before = fault
      fault = next
      for (const link of links) {
        // What a half-open connection lost is not sent again: once it works again, both ends notice.
        if (next === 'cut' || before === 'half-open') link.cut()
        else link.resume()
      }
    },
    async close() {
      server.close()
      for (const link of links) link.cut()
      await once(server, 'close')
    },
  }
}

type Link = { cut(): void; resume(): void }

function createLink(near: net.Socket, upstream: Upstream, faultNow: () => Fault): Link {
  const far = net.connect({ ...upstream, allowHalfOpen: true })
  const flows = [carry(near, far, () => false, faultNow), carry(far, near, () => faultNow() === 'half-open', faultNow)]
  const cut = () => {
    near.destroy()
    far.destroy()
  }
  for (const socket of [near, far]) {
    socket.setNoDelay(true)
    socket.on('error', cut)
    socket.on('close', cut)
  }
  return { cut, resume: () => flows.forEach((resume) => resume()) }
}

/** Forwards bytes one way, in order; returns a function that releases held bytes. */
function carry(from: net.Socket, to: net.Socket, isLost: () => boolean, faultNow: () => Fault): () => void {
  const queue: { bytes: Buffer | null; dueAt: number }[] = []
  const flush = () => {
    while (queue.length > 0 && faultNow() !== 'hang') {
      const { bytes, dueAt } = queue[0]!
      const waitMs = dueAt - performance.now()
      if (waitMs > 0) {
        setTimeout(flush, waitMs)
        return
      }
      queue.shift()
      if (isLost() || to.destroyed) continue
      if (bytes === null) to.end()
      else to.write(bytes)
    }
  }
  const push = (bytes: Buffer | null) => {
    queue.push({ bytes, dueAt: performance.now() + (faultNow() === 'delay' ? DELAY_MS : 0) })
    flush()
  }
  from.on('data', push)
  from.on('end', () => push(null))
  return flush
}
