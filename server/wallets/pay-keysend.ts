/** `pay_keysend`: pays a node without an invoice from the balance, within the limits of the connection. As with
 * invoices (pay.ts), there is no response until the outcome is known. */
import * as z from 'zod/mini'
import { PREIMAGE_RECORD } from '#protocols/lightning/boostagram.ts'
import { isForwardable, payKeysendOfApp } from '#server/payments/keysend/by-app.ts'
import { AppError } from '#server/platform/errors.ts'
import { HEX_32 } from '#protocols/hex.ts'
import type { WalletDeps } from './deps.ts'
import { type Requested, requireVerified, readParams } from './methods.ts'
import { lockConnection } from './connection-queries.ts'
import { requirePermission } from './permission.ts'
import { WalletRefused } from './refusal.ts'
import { beginPaying, findBookedKeysend } from './request-queries.ts'

const RECORDS_MAX = 20
const VALUE_MAX_CHARACTERS = 2_000

const hexOf = (pattern: RegExp) => z.string().check(z.trim(), z.toLowerCase(), z.regex(pattern))
const PayKeysend = z.object({
  amount: z.int().check(z.minimum(1)),
  pubkey: hexOf(/^[0-9a-f]{66}$/),
  preimage: z.optional(z.nullable(z.union([z.literal(''), hexOf(HEX_32)]))),
  tlv_records: z.optional(
    z.nullable(
      z
        .array(
          z.object({
            type: z.int().check(z.minimum(0)),
            value: z.string().check(z.maxLength(VALUE_MAX_CHARACTERS), z.toLowerCase(), z.regex(/^(?:[0-9a-f]{2})+$/)),
          }),
        )
        .check(z.maxLength(RECORDS_MAX)),
    ),
  ),
})
type Records = NonNullable<z.output<typeof PayKeysend>['tlv_records']>

/** Resolves when the money is reserved or booked. Throws WalletRefused or AppError when nothing was done. */
export async function beginKeysend(deps: WalletDeps, eventId: string, requested: Requested): Promise<string> {
  const { amount, pubkey, preimage, tlv_records: records } = readParams(PayKeysend, requested.params)
  const { connection, operationId } = requested
  const { id: connectionId, user_id: userId } = connection
  const amountMsat = BigInt(amount)
  const method = 'pay_keysend'
  // Checked again when the money is taken. This first check avoids needless work for a payment that will be refused.
  await requirePermission(deps, deps.database.read, connection, { method, amountMsat, costMsat: amountMsat })
  const order = { pubkey, amountMsat, preimage: preimage || null, records: readRecords(records ?? []) }
  try {
    return await payKeysendOfApp(deps.payments, userId, operationId, order, {
      mayPay: () => requireVerified(deps, userId),
      async inSameTx(tx, costMsat, held) {
        const locked = await lockConnection(tx, connectionId)
        await requirePermission(deps, tx, locked, { method, amountMsat, costMsat })
        // Reusing a preimage means the same payment, even if it was booked here and no node knows it.
        if ((await findBookedKeysend(tx, userId, held.paymentHash)) !== undefined) throw usedBefore()
        const isBegun = await beginPaying(tx, eventId, { method, amountMsat, spentMsat: costMsat, ...held })
        if (!isBegun) throw new Error(`The request ${eventId} is in progress in another process`)
      },
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invoice-already-tried') throw error
    throw usedBefore()
  }
}

function usedBefore(): WalletRefused {
  return new WalletRefused('OTHER', 'This preimage was used before.')
}

function readRecords(records: Records): Record<string, string> {
  const read = new Map<string, string>()
  for (const { type, value } of records) {
    const name = String(type)
    if (name === PREIMAGE_RECORD)
      throw new WalletRefused('OTHER', 'The preimage is named as preimage, not as a record.')
    if (!isForwardable(name)) throw new WalletRefused('OTHER', `tlv_records: the record ${name} cannot be chosen.`)
    if (read.has(name)) throw new WalletRefused('OTHER', `tlv_records: the record ${name} is there twice.`)
    read.set(name, value)
  }
  return Object.fromEntries(read)
}
