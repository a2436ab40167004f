/** Settings about the money of all accounts together. */
import { msat, setting } from './values.ts'

const MAX_SAFE = Number.MAX_SAFE_INTEGER

export const custodySettings = {
  outflowPerHourMsat: setting(
    'OUTFLOW_PER_HOUR_MSAT',
    msat(0, MAX_SAFE),
    0n,
    'Maximum that all payments together take out of this server in an hour, fees included; 0: no cap',
  ),
  twoOperatorsMsat: setting(
    'TWO_OPERATORS_MSAT',
    msat(0, MAX_SAFE),
    0n,
    'From this amount on, two operators are needed to assign money or to book a difference; 0: never',
  ),
} as const
