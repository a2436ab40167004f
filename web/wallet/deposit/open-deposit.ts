/** The deposit that is waiting for payment, kept while its dialog is closed so that it can be opened again.
 * It lasts as long as the tab, also over a reload. A payment arrives whether or not the dialog is open. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Wire } from '#contract/endpoint.ts'
import { getDeposit } from '#contract/payments/payments.ts'
import { ApiError } from '#web/data/api.ts'
import { callQuery } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { invalidateMoney } from '#web/session/money.ts'

export type OpenDeposit = { invoiceId: string; request: string; msatAmount: number; accountId: string }

type State = { deposit: OpenDeposit | null; keep: (deposit: OpenDeposit) => void; forget: () => void }

export const useOpenDeposit = create<State>()(
  persist(
    (set) => ({
      deposit: null,
      keep: (deposit) => set({ deposit }),
      forget: () => set({ deposit: null }),
    }),
    { name: 'peal.deposit', storage: createJSONStorage(() => sessionStorage) },
  ),
)

/** Polling, for when the event stream is not available. */
const POLL_MS = 5_000

/** The state of a deposit; undefined until it is known. */
export function useDepositInvoice(deposit: OpenDeposit): Wire<typeof getDeposit>['invoice'] | undefined {
  const { call } = useSite()
  const queries = useQueryClient()
  const forget = useOpenDeposit((store) => store.forget)
  const { data, error } = useQuery({
    ...callQuery(call, getDeposit, { params: { invoiceId: deposit.invoiceId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.invoice.state === 'paid' ? false : POLL_MS),
  })
  const isPaid = data?.invoice.state === 'paid'
  useEffect(() => {
    if (isPaid) invalidateMoney(queries, null)
  }, [isPaid, queries])
  useEffect(() => {
    // The invoice belongs to another user or no longer exists, so there is nothing to wait for.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) forget()
  }, [error, forget])
  return data?.invoice
}
