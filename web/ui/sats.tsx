/** An amount as people read it: the bolt, the figure, the unit. Formatting is the caller's; this only sets it. */
import { classNames } from './class-names.ts'
import { Bolt } from './mark.tsx'

export function Sats({
  amount,
  unit,
  hasBolt = false,
  className,
}: {
  /** Already formatted. */
  amount: string
  unit: string
  hasBolt?: boolean
  className?: string
}) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5 font-semi whitespace-nowrap', className)}>
      {hasBolt && <Bolt className="text-orange" />}
      <span>
        {amount} <span className="font-medium opacity-80">{unit}</span>
      </span>
    </span>
  )
}

/** The balance, very large. */
export function GreatSats({ amount, unit }: { amount: string; unit: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="numeral text-3xl lg:text-4xl">{amount}</span>
      <span className="text-lg font-semi text-ink-2">{unit}</span>
    </p>
  )
}
