/** Refetches the state after two-step log-in was enabled or disabled, or new backup codes were created. */
import { useQueryClient } from '@tanstack/react-query'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import { queryKeyOf } from '#web/data/queries.ts'

export function useRefreshTwoStep(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeyOf(getSecondFactor) })
}
