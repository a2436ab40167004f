/** Refetches the state after two-step log-in was enabled or disabled, or new backup codes were created. */
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import { useRefresh } from '#web/data/queries.ts'

export function useRefreshTwoStep(): () => Promise<void> {
  const refresh = useRefresh()
  return () => refresh(getSecondFactor)
}
