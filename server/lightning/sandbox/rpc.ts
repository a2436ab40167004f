/** The protocol between the server and the sandbox process: one JSON line per call and one per response, over a Unix
 * socket. Trusts the other side: the socket's file mode admits only the same user. */
import { chmod, unlink } from 'node:fs/promises'
import net from 'node:net'
import { createInterface } from 'node:readline'
import type { CreatedInvoice, InvoiceStatus, NodePayment, PayOutcome, SettledInvoice } from '../node.ts'
import type { NodeName } from './book.ts'
import type { KeysendOrder, PaymentOrder } from './payment.ts'
import type { PaymentCursor } from './state.ts'
import type { Behaviour } from './pair.ts'
import type { InvoiceOrder } from './world.ts'

type ByHash = { node: NodeName; paymentHash: string }

/** Name → input and result. bigint and Date are preserved. */
export type Calls = {
  hello: [null, { platformPubkey: string; outsidePubkey: string; epoch: bigint; processId: number }]
  createInvoice: [InvoiceOrder, CreatedInvoice]
  lookupInvoice: [ByHash, InvoiceStatus]
  cancelInvoice: [ByHash, 'canceled' | 'already_paid']
  pay: [PaymentOrder & { timeoutSeconds: number }, PayOutcome]
  keysend: [KeysendOrder & { timeoutSeconds: number }, PayOutcome]
  lookupPayment: [ByHash, PayOutcome | { state: 'not_found' }]
  listPayments: [
    { node: NodeName; since: Date; after: PaymentCursor | null },
    { payments: NodePayment[]; next: PaymentCursor | null },
  ]
  /** Waits up to `waitMs` for the first event. */
  listSettled: [{ node: NodeName; after: string | null; waitMs: number }, SettledInvoice[]]
  readBalance: [{ node: NodeName }, { spendableMsat: bigint; receivableMsat: bigint }]
  readBehaviour: [null, Behaviour]
  setBehaviour: [{ behaviour: Behaviour }, null]
  stop: [null, null]
}

export type CallName = keyof Calls
export type Handlers = { [Name in CallName]: (input: Calls[Name][0]) => Promise<Calls[Name][1]> }

/** The process ended or was replaced during a call. Whether the call had an effect is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

export type RpcClient = {
  readonly isOpen: boolean
  call<Name extends CallName>(name: Name, input: Calls[Name][0], timeoutMs?: number): Promise<Calls[Name][1]>
  close(): void
}

const CALL_TIMEOUT_MS = 20_000
const CONNECT_TIMEOUT_MS = 3_000
const MAX_CALLS_OPEN = 10_000

export async function connectRpc(path: string): Promise<RpcClient> {
  const socket = net.connect(path)
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let isOpen = true
  const end = () => {
    isOpen = false
    socket.destroy()
    for (const { reject } of waiting.values()) reject(new ConnectionLost('The sandbox process is gone'))
    waiting.clear()
  }
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => reject(new ConnectionLost('The sandbox does not respond')))
    socket.once('connect', resolve)
    socket.once('error', reject)
  }).catch((error: unknown) => {
    socket.destroy()
    throw error
  })
  socket.setTimeout(0)
  socket.on('error', end)
  socket.on('close', end)
  // An idle connection must not keep a test or script running.
  socket.unref()
  onLine(socket, (line) => {
    const { id, value, error } = fromLine(line) as { id: number; value: never; error?: string }
    const call = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) socket.unref()
    if (error === undefined) call?.resolve(value)
    else call?.reject(new Error(error))
  })
  return {
    get isOpen() {
      return isOpen
    },
    close: end,
    call(name, input, timeoutMs = CALL_TIMEOUT_MS) {
      if (!isOpen || waiting.size >= MAX_CALLS_OPEN)
        return Promise.reject(new ConnectionLost('The sandbox is unreachable'))
      const id = ++lastId
      socket.ref()
      socket.write(toLine({ id, name, input }))
      return new Promise((resolve, reject) => {
        // A frozen process does not respond. Closing the connection makes the caller look for a live one.
        const timer = setTimeout(end, timeoutMs)
        waiting.set(id, {
          resolve: (value) => (clearTimeout(timer), resolve(value)),
          reject: (error) => (clearTimeout(timer), reject(error)),
        })
      })
    },
  }
}

export type RpcServer = { readonly peers: number; close(): void }

/** Listens on the path. No other live process may be using it. */
export async function listenRpc(path: string, handlers: Handlers, onPeers: () => void): Promise<RpcServer> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    onPeers()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      onPeers()
    })
    onLine(socket, (line) => void respond(handlers, line, (text) => socket.write(text)))
  })
  await unlink(path).catch(() => undefined)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (process.platform !== 'win32') await chmod(path, 0o600)
  return {
    get peers() {
      return sockets.size
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function onLine(socket: net.Socket, take: (line: string) => void): void {
  const lines = createInterface({ input: socket })
  // It repeats the socket's errors, which are handled there.
  lines.on('error', () => undefined)
  lines.on('line', take)
}

async function respond(handlers: Handlers, line: string, write: (text: string) => void): Promise<void> {
  const { id, name, input } = fromLine(line) as { id: number; name: CallName; input: never }
  try {
    write(toLine({ id, value: await handlers[name](input) }))
  } catch (error) {
    // A fenced or failed process sends no response: it is closing the socket.
    if (!(error instanceof ConnectionLost)) write(toLine({ id, error: (error as Error).message }))
  }
}

function toLine(message: unknown): string {
  // Date.toJSON runs before a replacer, so both types are wrapped manually.
  const wrap = (value: unknown): unknown => {
    if (typeof value === 'bigint') return { $int: value.toString() }
    if (value instanceof Date) return { $at: value.getTime() }
    if (Array.isArray(value)) return value.map(wrap)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wrap(inner)]))
  }
  return `${JSON.stringify(wrap(message))}\n`
}

function fromLine(line: string): unknown {
  return JSON.parse(line, (_name, value: { $int?: string; $at?: number } | null) => {
    if (typeof value !== 'object' || value === null) return value
    if (typeof value.$int === 'string') return BigInt(value.$int)
    return typeof value.$at === 'number' ? new Date(value.$at) : value
  })
}
