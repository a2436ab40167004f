/** Settings about the money of all accounts together. */
import { networksOfAddress } from '#protocols/lightning/bitcoin-address.ts'
import { parseLightningAddress } from '#protocols/lightning/lightning-address.ts'
import { InvalidSetting, msat, setting } from './values.ts'

const MAX_SAFE = Number.MAX_SAFE_INTEGER

const walletAddress = (value: string) => {
  if (networksOfAddress(value).length > 0 || parseLightningAddress(value) !== null) return value
  throw new InvalidSetting('an on-chain address like bc1q…, or a Lightning address like cold@wallet.example')
}

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
  nodeCeilingMsat: setting(
    'NODE_CEILING_MSAT',
    msat(0, MAX_SAFE),
    0n,
    'What the node should hold at most; above it, an alert, and a proposal at /admin/money; 0: no ceiling',
  ),
  coldStorage: setting(
    'COLD_STORAGE',
    walletAddress,
    '',
    'Own on-chain or Lightning address to which the rest should go',
  ),
} as const
