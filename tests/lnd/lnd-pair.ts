/** Two lnd nodes with a channel between them: ours, and an external one, which holds, refuses or disconnects on
 * command. Real programs on regtest. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { decodeInvoice } from '#protocols/lightning/bolt11.ts'
import { createLndNode } from '#server/lightning/lnd/adapter.ts'
import type { Counterparty, LightningFixture } from '#server/lightning/node.conformance.ts'
import type { LightningNode } from '#server/lightning/node.ts'
import { fromBase64, toBase64 } from '#server/lightning/node-http.ts'
import { until } from '#tests/users.ts'
import type { Binaries } from './binaries.ts'
import { startChain, type Chain } from './chain.ts'
import { startLnd, type LndProcess } from './lnd-process.ts'

export type LndPair = LightningFixture & {
  readonly node: LightningNode
  readonly chain: Chain
  readonly ours: LndProcess
  readonly theirs: LndProcess
  kill(): Promise<void>
}

type Behaviour = Parameters<Counterparty['setBehaviour']>[0]

/** After this many confirmations a channel is announced to the network. */
const CONFIRMATIONS = 6
const CAPACITY_SATS = 16_000_000
const THEIR_SATS = 8_000_000
const FEE_LIMIT_MSAT = 100_000n
const PAY_TIMEOUT_SECONDS = 20
const EXPIRY_SECONDS = 3_600
const WAIT_MS = 60_000
const SLOW_MS = 500

export async function startLndPair({ lnd, btcd }: Binaries): Promise<LndPair> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'peal-lnd-'))
  const stops: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops.reverse()) await one()
  }
  try {
    const chain = await startChain(btcd, path.join(folder, 'chain'))
    stops.push(() => chain.stop())
    const start = async (name: string) => {
      const process = await startLnd(lnd, path.join(folder, name), chain)
      stops.push(() => process.kill('SIGKILL'))
      return process
    }
    const [ours, theirs] = await Promise.all([start('ours'), start('theirs')])
    await openChannel(chain, ours, theirs)
    const kill = async () => {
      await ours.kill('SIGKILL')
      await ours.revive()
      // lnd itself reconnects with growing pauses, which may take minutes.
      await until(() => isAccepted(connect(ours, theirs)), WAIT_MS)
      await untilConnected(ours)
    }
    const counterparty = createCounterparty(ours, theirs)
    return { node: createLndNode(ours), counterparty, routingFeeMsat: 0n, chain, ours, theirs, kill, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openChannel(chain: Chain, ours: LndProcess, theirs: LndProcess): Promise<void> {
  const { address } = await ours.request<{ address: string }>('GET', '/v1/newaddress')
  await chain.payOut(address)
  await chain.mine(1)
  const hasCoins = async () => {
    const { confirmed_balance: sats } = await ours.request<{ confirmed_balance: string }>(
      'GET',
      '/v1/balance/blockchain',
    )
    return Number(sats) > CAPACITY_SATS
  }
  await until(hasCoins, WAIT_MS)
  await connect(ours, theirs)
  const order = {
    node_pubkey: toBase64(await readPubkey(theirs)),
    local_funding_amount: String(CAPACITY_SATS),
    push_sat: String(THEIR_SATS),
  }
  await until(() => isAccepted(ours.request('POST', '/v1/channels', order)), WAIT_MS)
  const isWaiting = async () => {
    const { pending_open_channels: pending } = await ours.request<{ pending_open_channels: unknown[] }>(
      'GET',
      '/v1/channels/pending',
    )
    return pending.length > 0
  }
  await until(isWaiting, WAIT_MS)
  await chain.mine(CONFIRMATIONS)
  await Promise.all([untilConnected(ours), untilConnected(theirs)])
  await Promise.all([untilReachable(ours, theirs), untilReachable(theirs, ours)])
}

/** A channel can be used before its other node has been announced. */
async function untilReachable(from: LndProcess, to: LndProcess): Promise<void> {
  const pubkey = await readPubkey(to)
  await until(() => isAccepted(from.request('GET', `/v1/graph/routes/${pubkey}/1000`)), WAIT_MS)
}

const isAccepted = (request: Promise<unknown>) =>
  request.then(
    () => true,
    () => false,
  )

async function readPubkey(lnd: LndProcess): Promise<string> {
  return (await lnd.request<{ identity_pubkey: string }>('GET', '/v1/getinfo')).identity_pubkey
}

async function connect(ours: LndProcess, theirs: LndProcess): Promise<void> {
  const addr = { pubkey: await readPubkey(theirs), host: theirs.peerAddress }
  await ours.request('POST', '/v1/peers', { addr, perm: false, timeout: '10' }).catch((error: Error) => {
    if (!error.message.includes('already connected')) throw error
  })
}

/** It is synced to the chain, and the channel is active. */
async function hasActiveChannel(lnd: LndProcess): Promise<boolean> {
  const { channels } = await lnd.request<{ channels: unknown[] }>('GET', '/v1/channels?active_only=true')
  const info = await lnd.request<{ synced_to_chain: boolean }>('GET', '/v1/getinfo')
  return channels.length > 0 && info.synced_to_chain
}

const untilConnected = (lnd: LndProcess) => until(() => hasActiveChannel(lnd), WAIT_MS)

function createCounterparty(ours: LndProcess, theirs: LndProcess): Counterparty {
  const node = createLndNode(theirs)
  /** Payment hash → preimage, of held payments. */
  const held = new Map<string, string>()
  let behaviour: Behaviour = 'normal'

  const finish = async (paymentHash: string, preimage: string) => {
    const deadline = performance.now() + WAIT_MS
    while (performance.now() < deadline) {
      const { state } = await node.lookupInvoice(paymentHash)
      if (state === 'accepted') await theirs.request('POST', '/v2/invoices/settle', { preimage: toBase64(preimage) })
      if (state !== 'open') {
        held.delete(paymentHash)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const releaseHeld = () => {
    // A payment that has not arrived yet is released when it arrives; the end of the test does not wait for it.
    for (const [paymentHash, preimage] of held) void finish(paymentHash, preimage).catch(() => undefined)
  }
  return {
    payInvoice(bolt11, amountMsat) {
      return node.pay({
        bolt11,
        paymentHash: decodeInvoice(bolt11).paymentHash,
        ...(amountMsat === undefined ? {} : { amountMsat }),
        feeLimitMsat: FEE_LIMIT_MSAT,
        timeoutSeconds: PAY_TIMEOUT_SECONDS,
        signal: new AbortController().signal,
      })
    },
    async makeInvoice({ amountMsat, description = '', expirySeconds = EXPIRY_SECONDS }) {
      const value = amountMsat === undefined ? {} : { value_msat: String(amountMsat) }
      const order = { ...value, memo: description, expiry: String(expirySeconds) }
      if (behaviour === 'hold' || behaviour === 'slow') {
        const preimage = randomBytes(32).toString('hex')
        const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
        const route = '/v2/invoices/hodl'
        const made = await theirs.request<{ payment_request: string }>('POST', route, {
          ...order,
          hash: toBase64(paymentHash),
        })
        held.set(paymentHash, preimage)
        if (behaviour === 'slow') setTimeout(releaseHeld, SLOW_MS)
        return { bolt11: made.payment_request, paymentHash }
      }
      const made = await theirs.request<{ payment_request: string; r_hash: string }>('POST', '/v1/invoices', order)
      const paymentHash = fromBase64(made.r_hash)
      if (behaviour === 'reject') await node.cancelInvoice(paymentHash)
      return { bolt11: made.payment_request, paymentHash }
    },
    pubkey: () => readPubkey(theirs),
    async keysend({ pubkey, amountMsat, customRecords, preimage = randomBytes(32).toString('hex') }) {
      const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
      const limits = { feeLimitMsat: FEE_LIMIT_MSAT, timeoutSeconds: PAY_TIMEOUT_SECONDS }
      const expiresAt = new Date(Date.now() + EXPIRY_SECONDS * 1_000)
      const signal = new AbortController().signal
      const order = { pubkey, amountMsat, customRecords, preimage, paymentHash, expiresAt, ...limits, signal }
      return { ...(await node.keysend!(order)), paymentHash }
    },
    isHolding: async (paymentHash) => (await node.lookupInvoice(paymentHash)).state === 'accepted',
    async setBehaviour(next) {
      if (next === 'offline') {
        await ours.request('DELETE', `/v1/peers/${await readPubkey(theirs)}`)
        await until(async () => !(await hasActiveChannel(ours)), WAIT_MS)
      }
      if (behaviour === 'offline' && next !== 'offline') {
        await connect(ours, theirs)
        await Promise.all([untilConnected(ours), untilConnected(theirs)])
      }
      behaviour = next
      if (next === 'normal') releaseHeld()
      if (next !== 'reject') return
      for (const paymentHash of held.keys()) await node.cancelInvoice(paymentHash)
      held.clear()
    },
  }
}
