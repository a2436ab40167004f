/** The Lightning node of the drill, which outlives the server and its database: the fake one in its own process, or lnd. */
import type { LightningNode } from '#server/lightning/node.ts'
import { startNodeProcess } from '#tests/faults/node-control.ts'
import { connectRemoteNode } from '#tests/faults/remote-node.ts'
import { buildBinaries } from '#tests/lnd/binaries.ts'
import { startLndPair } from '#tests/lnd/lnd-pair.ts'

export type DrillNode = {
  node: LightningNode
  /** The settings of a server that uses this node. */
  settings: Record<string, string>
  /** The node itself for a server in this process, where settings cannot name it. */
  parts: { node?: LightningNode }
  /** An invoice of another node. */
  makeInvoice(amountMsat: bigint): Promise<string>
  /** From another node. */
  payInvoice(bolt11: string): Promise<void>
  /** How many payments it has made more than once. */
  countPaidTwice(): Promise<number>
  stop(): Promise<void>
}

const EXPIRY_SECONDS = 600
const SEED = 19

export async function startFakeNode(): Promise<DrillNode> {
  const fake = await startNodeProcess(SEED)
  const node = connectRemoteNode(fake.origin)
  return {
    node,
    settings: { LAB_NODE: fake.origin },
    parts: { node },
    makeInvoice: async (amountMsat) => (await fake.makeInvoice({ amountMsat, expirySeconds: EXPIRY_SECONDS })).bolt11,
    payInvoice: (bolt11) => fake.settle(bolt11),
    countPaidTwice: async () => Object.values((await fake.truth()).timesPaid).filter((times) => times > 1).length,
    stop: () => fake.stop(),
  }
}

/** Two nodes with a channel, on regtest. Null if Go is not installed. */
export async function startLndNode(print: (line: string) => void): Promise<DrillNode | null> {
  const binaries = buildBinaries(print)
  if (binaries === null) return null
  const { node, counterparty, ours, stop } = await startLndPair(binaries)
  return {
    node,
    settings: {
      LIGHTNING: 'lnd',
      LND_URL: ours.url,
      LND_TLS_CERT: ours.certificateFile,
      LND_MACAROON_FILE: ours.macaroonFile,
    },
    parts: {},
    makeInvoice: async (amountMsat) =>
      (await counterparty.makeInvoice({ amountMsat, expirySeconds: EXPIRY_SECONDS })).bolt11,
    async payInvoice(bolt11) {
      const { state } = await counterparty.payInvoice(bolt11)
      if (state !== 'succeeded') throw new Error(`The other node could not pay: ${state}`)
    },
    // lnd pays a hash once.
    countPaidTwice: async () => 0,
    stop,
  }
}

export type Outgoing = { count: number; msat: bigint; inFlight: number }

/** The payments that the node has made so far. */
export async function readOutgoing({ node }: DrillNode): Promise<Outgoing> {
  const outgoing: Outgoing = { count: 0, msat: 0n, inFlight: 0 }
  for (const { amountMsat, outcome } of await node.listPayments(new Date(0))) {
    if (outcome.state === 'in_flight' || outcome.state === 'unknown') outgoing.inFlight++
    if (outcome.state !== 'succeeded') continue
    outgoing.count++
    outgoing.msat += amountMsat + outcome.feeMsat
  }
  return outgoing
}
