/** After the second step was turned on or off, or new codes were made: what stands now is asked for again. */
import { useQueryClient } from '@tanstack/react-query'
import { getSecondFactor } from '#contract/second-factor.ts'
import { queryKeyOf } from '../queries.ts'

export function useRefreshTwoStep(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeyOf(getSecondFactor) })
}
