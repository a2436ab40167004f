/** The sandbox as a LightningNode, with the external wallet. Attaches to its process or starts one. Holds no state:
 * everything is in that process and in PostgreSQL, so servers can come and go. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '#server/platform/log.ts'
import { untilAborted } from '#server/platform/until-aborted.ts'
import {
  COMMON_CAPABILITIES,
  type Keysend,
  type LightningNode,
  type NodePayment,
  type Payment,
  type PayOutcome,
} from '../node.ts'
import type { NodeName } from './book.ts'
import { createExternalWallet, type ExternalWallet } from './external-wallet.ts'
import type { ProcessSettings } from './process.ts'
import { type CallName, type Calls, ConnectionLost, connectRpc, type RpcClient } from './rpc.ts'
import type { PaymentCursor } from './state.ts'

export type SandboxNode = LightningNode & {
  readonly kind: 'sandbox'
  readonly outside: ExternalWallet
  processId(): Promise<number>
  /** Disconnects from the process, which keeps running for another server, or for a minute. */
  close(): Promise<void>
  /** Stops the process too. */
  stop(): Promise<void>
}

export type SandboxOptions = {
  databaseUrl: string
  /** The folder of the socket and of the process's log. */
  dataDir: string
  log: Log
  role?: string
  aloneSeconds?: number
}

const ALONE_SECONDS = 60
const START_TIMEOUT_MS = 30_000
const RETRY_MS = 30
const HELLO_TIMEOUT_MS = 10_000
const MAX_ATTEMPTS = 3
const FEED_WAIT_MS = 15_000
const MAX_PAGES = 1_000
/** The path of a Unix socket must fit into 108 bytes on Linux and 104 elsewhere. */
const MAX_SOCKET_PATH = 100

/** Resolves when the node responds. Rejects when it cannot be started. */
export async function createSandboxNode(options: SandboxOptions): Promise<SandboxNode> {
  const link = createLink(options)
  await link.request('hello', null)
  return { ...createPort(link, 'platform'), outside: createExternalWallet(link.request), ...createControls(link) }
}

/** The external node of a running sandbox, as the node of another server. The two servers then pay each other over a
 * real channel. */
export async function createSandboxPeer(options: SandboxOptions): Promise<SandboxPeer> {
  const link = createLink(options)
  await link.request('hello', null)
  return { ...createPort(link, 'outside'), close: async () => link.close() }
}

export type SandboxPeer = LightningNode & { readonly kind: 'sandbox'; close(): Promise<void> }

type Link = {
  request<Name extends CallName>(name: Name, input: Calls[Name][0]): Promise<Calls[Name][1]>
  /** Calls once, on one connection. The caller must handle ConnectionLost. */
  askOnce<Name extends CallName>(name: Name, input: Calls[Name][0], timeoutMs: number): Promise<Calls[Name][1]>
  close(): void
  /** Stops the process if it is running. Does not start one. */
  stop(): Promise<void>
}

function createLink(options: SandboxOptions): Link {
  let current: RpcClient | undefined
  let connecting: Promise<RpcClient> | undefined
  let isClosed = false
  const connection = async () => {
    if (isClosed) throw new ConnectionLost('The sandbox was closed')
    if (current?.isOpen) return current
    connecting ??= connectOrStart(options, () => isClosed).finally(() => (connecting = undefined))
    current = await connecting
    return current
  }
  return {
    async request(name, input) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await (await connection()).call(name, input)
        } catch (error) {
          if (!(error instanceof ConnectionLost) || attempt === MAX_ATTEMPTS || isClosed) throw error
        }
      }
    },
    askOnce: async (name, input, timeoutMs) => (await connection()).call(name, input, timeoutMs),
    close() {
      isClosed = true
      current?.close()
    },
    async stop() {
      isClosed = true
      const client = current?.isOpen ? current : await attach(socketPathOf(options))
      await client?.call('stop', null, HELLO_TIMEOUT_MS).catch(() => undefined)
      client?.close()
    },
  }
}

async function connectOrStart(options: SandboxOptions, isClosed: () => boolean): Promise<RpcClient> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let child: ChildProcess | undefined
  for (;;) {
    const client = await attach(socketPathOf(options))
    if (client) return client
    if (isClosed() || Date.now() > deadline) throw new Error('The sandbox process does not start')
    const isGone = !child || child.exitCode !== null || child.signalCode !== null
    if (isGone) child = startProcess(options)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function attach(socketPath: string): Promise<RpcClient | null> {
  try {
    const client = await connectRpc(socketPath)
    await client.call('hello', null, HELLO_TIMEOUT_MS)
    return client
  } catch {
    return null
  }
}

function startProcess({ databaseUrl, dataDir, role, aloneSeconds = ALONE_SECONDS, ...options }: SandboxOptions) {
  mkdirSync(dataDir, { recursive: true })
  const logFile = openSync(join(dataDir, 'sandbox.log'), 'a', 0o600)
  const main = fileURLToPath(new URL('./process.ts', import.meta.url))
  const child = spawn(process.execPath, [main], { detached: true, stdio: ['pipe', 'ignore', logFile] })
  closeSync(logFile)
  const settings: ProcessSettings = {
    databaseUrl,
    socketPath: socketPathOf({ dataDir }),
    aloneSeconds,
    ...(role === undefined ? {} : { role }),
  }
  child.on('error', (error) => options.log.error('sandbox-start-failed', { error }))
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(`${JSON.stringify(settings)}\n`)
  child.unref()
  options.log.info('sandbox-started', { processId: child.pid })
  return child
}

function socketPathOf({ dataDir }: Pick<SandboxOptions, 'dataDir'>): string {
  const name = `peal-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const path = join(dataDir, 'sandbox.sock')
  return path.length <= MAX_SOCKET_PATH ? path : join(tmpdir(), `${name}.sock`)
}

function createPort(link: Link, node: NodeName): LightningNode & { kind: 'sandbox' } {
  return {
    kind: 'sandbox',
    capabilities: COMMON_CAPABILITIES,
    async info(signal) {
      const { platformPubkey, outsidePubkey } = await untilAborted(link.request('hello', null), signal)
      return { pubkey: node === 'platform' ? platformPubkey : outsidePubkey, network: 'bcrt', synced: true }
    },
    createInvoice: (invoice) => link.request('createInvoice', { node, ...invoice }),
    lookupInvoice: (paymentHash) => link.request('lookupInvoice', { node, paymentHash }),
    cancelInvoice: (paymentHash) => link.request('cancelInvoice', { node, paymentHash }),
    pay: (payment) => pay(link, node, payment),
    keysend: (order) => keysend(link, node, order),
    lookupPayment: (paymentHash) => link.request('lookupPayment', { node, paymentHash }),
    async listPayments(since) {
      const payments: NodePayment[] = []
      let after: PaymentCursor | null = null
      for (let page = 0; page < MAX_PAGES; page++) {
        const found: Calls['listPayments'][1] = await link.request('listPayments', { node, since, after })
        payments.push(...found.payments)
        after = found.next
        if (after === null) return payments
      }
      throw new Error('The sandbox has too many payments to list since then')
    },
    async subscribeInvoices(cursor, on, signal) {
      let after = cursor
      while (!signal.aborted) {
        const request = link.askOnce(
          'listSettled',
          { node, after, waitMs: FEED_WAIT_MS },
          FEED_WAIT_MS + HELLO_TIMEOUT_MS,
        )
        const settled = await untilAborted(request, signal).catch((error: unknown) => {
          if (signal.aborted) return []
          throw error
        })
        for (const event of settled) {
          if (signal.aborted) return
          await on(event)
          after = event.cursor
        }
      }
    },
    balance: () => link.request('readBalance', { node }),
    minimumFeeMsat: () => 0n,
  }
}

async function pay(link: Link, node: NodeName, { signal, ...payment }: Payment): Promise<PayOutcome> {
  try {
    signal.throwIfAborted()
    const timeoutMs = payment.timeoutSeconds * 1000 + HELLO_TIMEOUT_MS
    return await untilAborted(link.askOnce('pay', { node, ...payment }, timeoutMs), signal)
  } catch (error) {
    return { state: 'unknown', cause: (error as Error).message }
  }
}

async function keysend(link: Link, node: NodeName, { signal, ...order }: Keysend): Promise<PayOutcome> {
  try {
    signal.throwIfAborted()
    const timeoutMs = order.timeoutSeconds * 1000 + HELLO_TIMEOUT_MS
    return await untilAborted(link.askOnce('keysend', { node, ...order }, timeoutMs), signal)
  } catch (error) {
    return { state: 'unknown', cause: (error as Error).message }
  }
}

function createControls(link: Link): Pick<SandboxNode, 'processId' | 'close' | 'stop'> {
  return {
    processId: async () => (await link.request('hello', null)).processId,
    async close() {
      link.close()
    },
    stop: () => link.stop(),
  }
}
