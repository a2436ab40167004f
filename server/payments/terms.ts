/** Whom a payment to content goes to: the split in force now, as it is shown before paying and stored with the payment. */
import { errorCodes } from '#contract/errors.ts'
import type { getTerms } from '#contract/payments.ts'
import type { Data } from '#contract/endpoint.ts'
import type { SplitTerms } from '#contract/split.ts'
import { namesOfPeople } from '#server/accounts/people.ts'
import { readPayable, readSplitTerms, type Payable } from '#server/catalog/payable.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Who } from '#server/platform/who.ts'
import type { PaymentDeps } from './deps.ts'

export type PayableTerms = { content: Payable; terms: SplitTerms }

/** Refuses what cannot be paid: missing, draft, deleted or taken down. */
export async function readPayableTerms(deps: PaymentDeps, tx: Tx, contentId: string): Promise<PayableTerms> {
  const content = await readPayable(tx, contentId, deps.clock.now())
  if (content === null) throw new AppError(404, 'not-found', errorCodes['not-found'])
  if (!content.isPayable) throw new AppError(422, 'content-not-payable', errorCodes['content-not-payable'])
  const split = await readSplitTerms(tx, contentId)
  const recipients = split.recipients.map(({ userId, weight }) => ({ key: userId, weight }))
  return { content, terms: { feePpm: deps.limits.feePpm, recipients } }
}

/** Anybody may ask. */
export async function readTerms(deps: PaymentDeps, _who: Who, contentId: string): Promise<Data<typeof getTerms>> {
  const { database, limits } = deps
  const { content, terms } = await readPayableTerms(deps, database.read, contentId)
  const names = await namesOfPeople(
    database.read,
    terms.recipients.map((recipient) => recipient.key),
  )
  return {
    contentId,
    contentType: content.contentType,
    title: content.title,
    feePpm: limits.feePpm,
    minMsat: limits.minPaymentMsat,
    maxMsat: limits.maxPaymentMsat,
    recipients: terms.recipients.map(({ key, weight }) => ({
      name: names.get(key)?.username ?? '',
      displayName: names.get(key)?.displayName ?? null,
      share: weight,
    })),
  }
}

export function mustBeWithinLimits(deps: PaymentDeps, amountMsat: bigint): void {
  const { minPaymentMsat, maxPaymentMsat } = deps.limits
  if (amountMsat < minPaymentMsat || amountMsat > maxPaymentMsat) {
    throw new AppError(
      422,
      'amount-out-of-range',
      `The amount must be from ${minPaymentMsat} to ${maxPaymentMsat} msat.`,
    )
  }
}
