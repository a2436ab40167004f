/** The nodes of the platform and of the external wallet, with the connection, chain and channel between them. Knows
 * nothing about invoices; payment events are passed to its owner, world.ts. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as ldk from 'lightningdevkit'
import type { Log } from '#server/platform/log.ts'
import type { NodeName } from './book.ts'
import { buildBlock, type ChainTip, tipOf } from './chain.ts'
import { LdkNode, type SavedNode } from './ldk-node.ts'
import type { NodeEvent } from './ldk-parts.ts'
import { Wire } from './wire.ts'

/** How the external wallet handles incoming payments. `hold` keeps them until the mode changes, `slow` for four
 * seconds. */
export type Behaviour = 'normal' | 'hold' | 'reject' | 'offline' | 'slow'

type Memory = { tip: ChainTip; behaviour: Behaviour; paymentsOnChannel: number }
type Surroundings = { log: Log; now: () => Date; onEvent: (name: NodeName, event: NodeEvent) => void }
type Snapshot = Map<string, Uint8Array>

const CHANNEL_SAT = 100_000_000n
const PUSH_MSAT = 50_000_000_000n
/** A channel's state grows with each payment and is stored as a whole, so channels are replaced. */
const PAYMENTS_A_CHANNEL = 500
/** A channel is replaced when less than a fifth of its capacity is left on either side. */
const DRAINED_SHARE = 5n
const MAX_ROUNDS = 10_000

export class NodePair {
  readonly platform: LdkNode
  readonly outside: LdkNode
  readonly #surroundings: Surroundings
  readonly #wire = new Wire()
  readonly #memory: Memory
  /** Names in the saved snapshot that are no longer used. */
  readonly #stale: string[]
  #isChanged: boolean

  /** Restores both nodes from a snapshot, or creates them again from the same seed. Throws when the snapshot cannot
   * be read. */
  constructor(seed: Uint8Array, snapshot: Snapshot | null, stale: string[], surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.#stale = stale
    this.#isChanged = snapshot === null
    this.#memory = snapshot ? readMemory(snapshot) : newMemory()
    const build = (name: NodeName) => {
      const saved = snapshot ? pickNode(snapshot, name) : null
      return new LdkNode(sha256(concatBytes(seed, utf8ToBytes(name))), saved, surroundings.now())
    }
    this.platform = build('platform')
    this.outside = build('outside')
  }

  get isConnected(): boolean {
    return this.#wire.isConnected
  }

  get behaviour(): Behaviour {
    return this.#memory.behaviour
  }

  set behaviour(behaviour: Behaviour) {
    this.#memory.behaviour = behaviour
    this.#isChanged = true
    if (behaviour === 'offline') this.#wire.cut()
  }

  countPayment(): void {
    this.#memory.paymentsOnChannel++
    this.#isChanged = true
  }

  takeChanges(): Map<string, Uint8Array | null> {
    const stale = this.#stale.splice(0).map((name) => [name, null] as const)
    const changes = new Map<string, Uint8Array | null>([
      ...stale,
      ...this.platform.takeChanges('platform'),
      ...this.outside.takeChanges('outside'),
    ])
    if (this.#isChanged) changes.set('pair', writeMemory(this.#memory))
    this.#isChanged = false
    return changes
  }

  /** Exchanges messages until both nodes are idle. */
  exchange(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (this.behaviour !== 'offline' && !this.#wire.isConnected) {
        this.#wire.connect(this.outside.peers, this.platform.peers, this.platform.idBytes)
      }
      this.#wire.deliver()
      const events = [this.platform.takeEvents(), this.outside.takeEvents()] as const
      for (const event of events[0]) this.#surroundings.onEvent('platform', event)
      for (const event of events[1]) this.#surroundings.onEvent('outside', event)
      this.platform.peers.process_events()
      this.outside.peers.process_events()
      const isQuiet = events.every((list) => list.length === 0) && this.#wire.isEmpty
      if (isQuiet && !this.platform.isBusy && !this.outside.isBusy) return
    }
    throw new Error('The sandbox nodes do not become idle')
  }

  /** Opens a balanced channel when none is usable, then closes the old ones. Never while HTLCs are pending: they
   * could reach their block limit. */
  renewChannel(): void {
    if (!this.#wire.isConnected) return
    const channels = this.platform.channels()
    if (channels.some((channel) => channel.pendingHtlcs > 0)) return
    const serving = channels.filter((channel) => channel.isUsable)
    const isDrained = serving.every(
      ({ outboundMsat, inboundMsat, capacityMsat }) =>
        outboundMsat * DRAINED_SHARE < capacityMsat || inboundMsat * DRAINED_SHARE < capacityMsat,
    )
    if (!isDrained && this.#memory.paymentsOnChannel < PAYMENTS_A_CHANNEL) return
    this.outside.openChannel(this.platform.idBytes, CHANNEL_SAT, PUSH_MSAT)
    this.exchange()
    this.#mine()
    this.exchange()
    this.#memory.paymentsOnChannel = 0
    this.#surroundings.log.info('sandbox-channel-opened', { height: this.#memory.tip.height })
    if (this.platform.channels().filter((one) => one.isUsable).length <= serving.length) {
      throw new Error('The new sandbox channel is not usable')
    }
    for (const channel of channels) this.outside.closeChannel(channel.id, this.platform.idBytes)
    this.exchange()
  }

  #mine(): void {
    const transactions = [...this.platform.broadcasts.splice(0), ...this.outside.broadcasts.splice(0)]
    const block = buildBlock(this.#memory.tip, transactions, this.#surroundings.now())
    this.#memory.tip = tipOf(block)
    this.#isChanged = true
    this.platform.connectBlock(block)
    this.outside.connectBlock(block)
  }
}

function newMemory(): Memory {
  const genesis = ldk.BestBlock.constructor_from_network(ldk.Network.LDKNetwork_Regtest).get_block_hash()
  return { tip: { hash: genesis, height: 0 }, behaviour: 'normal', paymentsOnChannel: 0 }
}

type WrittenMemory = Omit<Memory, 'tip'> & { tip: { hash: string; height: number } }

function writeMemory({ tip, ...memory }: Memory): Uint8Array {
  const written: WrittenMemory = { ...memory, tip: { hash: bytesToHex(tip.hash), height: tip.height } }
  return utf8ToBytes(JSON.stringify(written))
}

function readMemory(snapshot: Snapshot): Memory {
  const { tip, ...memory } = JSON.parse(new TextDecoder().decode(snapshot.get('pair'))) as WrittenMemory
  return { ...memory, tip: { hash: hexToBytes(tip.hash), height: tip.height } }
}

function pickNode(snapshot: Snapshot, name: NodeName): SavedNode {
  const manager = snapshot.get(`${name}/manager`)
  if (!manager) throw new Error(`The snapshot has no ${name} node`)
  const monitors = [...snapshot]
    .filter(([key]) => key.startsWith(`${name}/`) && key !== `${name}/manager`)
    .map(([key, bytes]) => [key.slice(name.length + 1), bytes] as const)
  return { manager, monitors: new Map(monitors) }
}
