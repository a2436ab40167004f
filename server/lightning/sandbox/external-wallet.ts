/** The external wallet of the sandbox: another user's wallet on the network, which pays and receives on request. The
 * platform's own node is in adapter.ts. */
import { createHash, randomBytes } from 'node:crypto'
import { decodeInvoice, InvalidInvoice } from '#protocols/lightning/bolt11.ts'
import type { CustomRecords, PayOutcome } from '../node.ts'
import type { Behaviour } from './pair.ts'
import type { CallName, Calls } from './rpc.ts'

const EXTERNAL_EXPIRY_SECONDS = 86_400
const LIMITS = { feeLimitMsat: 1_000_000n, timeoutSeconds: 10 }

type SendRequest = <Name extends CallName>(name: Name, input: Calls[Name][0]) => Promise<Calls[Name][1]>

export type ExternalWalletState = {
  balanceMsat: bigint
  platformPubkey: string
  outsidePubkey: string
  behaviour: Behaviour
}

/** A wallet of another user on the network. */
export type ExternalWallet = {
  /** `settledAt`: what the node that is paid reports as the time of the payment, for the demo catalogue. */
  payInvoice(bolt11: string, amountMsat?: bigint, settledAt?: Date): Promise<PayOutcome>
  makeInvoice(invoice: {
    amountMsat?: bigint
    description?: string
    /** Instead of the description. */
    descriptionHash?: string
    expirySeconds?: number
  }): Promise<{ bolt11: string; paymentHash: string }>
  state(): Promise<ExternalWalletState>
  /** Pays a node without an invoice, with a random preimage unless one is given. */
  keysend(keysend: {
    pubkey: string
    amountMsat: bigint
    customRecords?: CustomRecords
    preimage?: string
  }): Promise<PayOutcome & { paymentHash: string }>
  setBehaviour(behaviour: Behaviour): Promise<void>
}

export function createExternalWallet(request: SendRequest): ExternalWallet {
  const node = 'outside' as const
  return {
    async payInvoice(bolt11, amountMsat, settledAt) {
      try {
        const { paymentHash } = decodeInvoice(bolt11)
        const order = { node, bolt11, paymentHash, ...(amountMsat === undefined ? {} : { amountMsat }) }
        const dated = settledAt === undefined ? {} : { settledAtMs: settledAt.getTime() }
        return await request('pay', { ...order, ...dated, ...LIMITS })
      } catch (error) {
        if (!(error instanceof InvalidInvoice)) throw error
        return { state: 'failed', reason: 'invalid-invoice', detail: error.message }
      }
    },
    async makeInvoice({
      amountMsat = null,
      description = '',
      descriptionHash,
      expirySeconds = EXTERNAL_EXPIRY_SECONDS,
    }) {
      const order = { node, amountMsat, expirySeconds, externalId: '' }
      const result = descriptionHash === undefined ? { description } : { descriptionHash }
      const { bolt11, paymentHash } = await request('createInvoice', { ...order, ...result })
      return { bolt11, paymentHash }
    },
    async state() {
      const [ids, balance, behaviour] = await Promise.all([
        request('hello', null),
        request('readBalance', { node }),
        request('readBehaviour', null),
      ])
      const { platformPubkey, outsidePubkey } = ids
      return { balanceMsat: balance.spendableMsat, platformPubkey, outsidePubkey, behaviour }
    },
    async keysend({ pubkey, amountMsat, customRecords = {}, preimage = randomBytes(32).toString('hex') }) {
      const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
      const expiresAt = new Date(Date.now() + EXTERNAL_EXPIRY_SECONDS * 1000)
      const order = { node, pubkey, paymentHash, preimage, amountMsat, customRecords, expiresAt }
      return { ...(await request('keysend', { ...order, ...LIMITS })), paymentHash }
    },
    async setBehaviour(behaviour) {
      await request('setBehaviour', { behaviour })
    },
  }
}
