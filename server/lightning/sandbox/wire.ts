/** The connection between two nodes in this process: bytes wait here until the other node reads them. Unlike a
 * network socket, it cannot lose or reorder data; it can only be cut. Then both nodes must reconnect, as after a
 * crash. */
import * as ldk from 'lightningdevkit'

type End = { peers: ldk.PeerManager; descriptor: ldk.SocketDescriptor; inbox: Uint8Array[] }

let lastDescriptor = 0n

export class Wire {
  #ends: [End, End] | null = null
  /** The descriptor that LDK asked us to close. LDK has already dropped it. */
  #refused: ldk.SocketDescriptor | null = null
  /** LDK keeps only weak references to descriptors, and may still use those of cut connections. */
  readonly #kept: ldk.SocketDescriptor[] = []

  get isConnected(): boolean {
    return this.#ends !== null
  }

  get isEmpty(): boolean {
    return this.#refused === null && (this.#ends ?? []).every((end) => end.inbox.length === 0)
  }

  /** `caller` connects to `callee`, whose node id it must know. */
  connect(caller: ldk.PeerManager, callee: ldk.PeerManager, calleeId: Uint8Array): void {
    if (this.#ends) return
    const toCallee: Uint8Array[] = []
    const toCaller: Uint8Array[] = []
    const callerEnd = { peers: caller, descriptor: this.#describe(toCallee), inbox: toCaller }
    const calleeEnd = { peers: callee, descriptor: this.#describe(toCaller), inbox: toCallee }
    const nowhere = ldk.Option_SocketAddressZ.constructor_none()
    const accepted = callee.new_inbound_connection(calleeEnd.descriptor, nowhere)
    const dialled = caller.new_outbound_connection(calleeId, callerEnd.descriptor, nowhere)
    if (!accepted.is_ok() || !(dialled instanceof ldk.Result_CVec_u8ZPeerHandleErrorZ_OK)) {
      throw new Error('The sandbox nodes do not accept each other')
    }
    toCallee.push(dialled.res)
    this.#ends = [callerEnd, calleeEnd]
  }

  cut(): void {
    const ends = this.#ends
    const refused = this.#refused
    this.#ends = null
    this.#refused = null
    for (const { peers, descriptor } of ends ?? []) if (descriptor !== refused) peers.socket_disconnected(descriptor)
  }

  /** Delivers all waiting bytes. True when there were any. */
  deliver(): boolean {
    if (this.#refused) this.cut()
    let wasBusy = false
    for (const { peers, descriptor, inbox } of this.#ends ?? []) {
      for (const bytes of inbox.splice(0)) {
        wasBusy = true
        if (peers.read_event(descriptor, bytes).is_ok()) continue
        this.#refused = descriptor
        this.cut()
        return true
      }
    }
    return wasBusy
  }

  #describe(outbox: Uint8Array[]): ldk.SocketDescriptor {
    const id = ++lastDescriptor
    const descriptor: ldk.SocketDescriptor = ldk.SocketDescriptor.new_impl({
      send_data: (data) => {
        outbox.push(data.slice())
        return data.length
      },
      // Called from inside LDK, which must not be re-entered here. The next delivery cuts the connection.
      disconnect_socket: () => {
        this.#refused = descriptor
      },
      eq: (other) => other.hash() === id,
      hash: () => id,
    })
    this.#kept.push(descriptor)
    if (this.#kept.length > 100) this.#kept.shift()
    return descriptor
  }
}
