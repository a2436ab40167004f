/** The background work for gifts: deleting networks after 48 hours, and filling the purse of a sandbox. */
import { deleteOldNetworks } from '#server/accounts/networks.ts'
import { readBalance } from '#server/ledger/balances.ts'
import { newId } from '#server/platform/ids.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { deleteOldGiftNetworks } from './gift-queries.ts'
import { GIFT } from './limits.ts'
import { requestPurseInvoice } from './purse.ts'

export async function deleteNetworks({ database, clock }: PaymentDeps): Promise<void> {
  const now = clock.now()
  await deleteOldNetworks(database.read, now)
  await deleteOldGiftNetworks(database.read, now)
}

/** In a sandbox with a demo catalogue, its external wallet pays for a day of gifts whenever the purse is empty. */
export async function fillFromSandbox(deps: PaymentDeps): Promise<void> {
  const { database, limits, sandboxWallet } = deps
  if (sandboxWallet === null || !limits.isGiving || (await readBalance(database.read, 'purse')) >= GIFT) return
  const amountMsat = limits.giftsPerDayMsat < limits.maxPaymentMsat ? limits.giftsPerDayMsat : limits.maxPaymentMsat
  if (amountMsat < GIFT) return
  const { bolt11 } = await requestPurseInvoice(deps, newId(), amountMsat)
  if (bolt11 !== null) await sandboxWallet.payInvoice(bolt11)
}
