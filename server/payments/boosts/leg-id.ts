/** The id of the payment of a leg of a boost. */
import { derivedId } from '#server/platform/ids.ts'

export const idOfLeg = (leg: { boost_id: string; position: number; attempt: number }): string =>
  derivedId(`boost ${leg.boost_id} ${leg.position} ${leg.attempt}`)
