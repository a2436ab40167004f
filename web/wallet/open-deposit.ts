/** The deposit that is waiting to be paid, kept while its dialog is closed so that it can be opened again.
 * Only in memory: what is paid arrives whether or not somebody looks. */
import { create } from 'zustand'

export type OpenDeposit = { invoiceId: string; request: string; msatAmount: number; accountId: string }

type State = { deposit: OpenDeposit | null; keep: (deposit: OpenDeposit) => void; forget: () => void }

export const useOpenDeposit = create<State>()((set) => ({
  deposit: null,
  keep: (deposit) => set({ deposit }),
  forget: () => set({ deposit: null }),
}))
