/** The value of an amount in dollars, as a small line next to its sats. Renders nothing while the price is unknown. */
import { describeDollars, usePrice } from './price.ts'

export function Dollars({ amountMsat, className = 'text-sm text-ink-2' }: { amountMsat: number; className?: string }) {
  const price = usePrice()
  return price && <p className={className}>{describeDollars(amountMsat, price, new Date())}</p>
}
