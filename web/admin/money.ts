/** The state of the money, as the server returns it. */
import type { getMoney } from '#contract/operator/admin.ts'
import type { Wire } from '#contract/endpoint.ts'

export type MoneyWire = Wire<typeof getMoney>

/** Whether a booking of this amount, of either sign, is proposed to a second operator. */
export function needsProposal({ msatTwoOperators }: MoneyWire['custody'], msatAmount: number): boolean {
  return msatTwoOperators !== null && Math.abs(msatAmount) >= msatTwoOperators
}
