/** Invalidates what is on screen after a payment has changed.
 * The event stream that reports payments is started by notifications.ts. */
import type { QueryClient } from '@tanstack/react-query'
import { getForwarding, getTransaction, listTransactions } from '#contract/accounts/account.ts'
import { listDays } from '#contract/accounts/days.ts'
import { getDeposit, getPayment } from '#contract/payments/payments.ts'
import { queryKeyOf } from '#web/data/queries.ts'

/** Invalidates everything on screen that a payment can have changed. */
export function invalidateMoney(queries: QueryClient, paymentId: string | null): void {
  const stale: (readonly unknown[])[] = [listTransactions, listDays, getForwarding, getTransaction].map((call) =>
    queryKeyOf(call),
  )
  if (paymentId === null) stale.push(queryKeyOf(getPayment))
  else {
    stale.push(queryKeyOf(getPayment, { params: { paymentId } }))
    stale.push(queryKeyOf(getDeposit, { params: { invoiceId: paymentId } }))
  }
  for (const queryKey of stale) void queries.invalidateQueries({ queryKey })
}
