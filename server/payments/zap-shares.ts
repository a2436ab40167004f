/** Who got what of a paid zap, as it was booked. The names and shares of a content are public before paying (terms.ts), so this
 * is too; who paid is not told. */
import type { Data } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import type { getZapShares } from '#contract/payments.ts'
import { namesOfPeople } from '#server/accounts/people.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Who } from '#server/platform/who.ts'
import type { PaymentDeps } from './deps.ts'
import { findHeldFor } from './suspense.ts'
import { readLegs } from './zap-queries.ts'

/** Anybody who knows its id. */
export async function readZapShares(
  { database }: Pick<PaymentDeps, 'database'>,
  _who: Who,
  paymentId: string,
): Promise<Data<typeof getZapShares>> {
  const tx = database.read
  const legs = await readLegs(tx, paymentId)
  if (legs.length === 0) throw new AppError(404, 'not-found', errorCodes['not-found'])
  const held = await findHeldFor(tx, paymentId)
  const names = await namesOfPeople(tx, [...new Set(legs.flatMap((leg) => leg.user_id ?? []))])
  return legs.map(({ role, user_id: userId, amount_msat: msatAmount }) => {
    const isHeld = userId !== null && held.has(userId)
    const person = userId === null || isHeld ? undefined : names.get(userId)
    return { role, name: person?.username ?? null, displayName: person?.displayName ?? null, isHeld, msatAmount }
  })
}
