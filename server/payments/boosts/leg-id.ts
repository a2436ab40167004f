/** The id of the payment of a leg of a boost. */
import { createHash } from 'node:crypto'

/** Derived, so that a repeat finds the payment of the first run. Version 8 of RFC 9562: a custom UUID. */
export function idOfLeg(leg: { boost_id: string; position: number; attempt: number }): string {
  const { boost_id: boostId, position, attempt } = leg
  const hex = createHash('sha256').update(`boost ${boostId} ${position} ${attempt}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
