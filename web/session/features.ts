/** What an operator has switched on for the signed-in person. A part behind a flag is shown with its flag only.
 * Setting flags is the admin area's. */
import { useQuery } from '@tanstack/react-query'
import { listFeatures } from '#contract/accounts.ts'
import type { FeatureFlag } from '#contract/feature-flags.ts'
import { queryKeyOf } from '../queries.ts'
import { useSite } from '../site.ts'
import { useSession } from './session.ts'

/** False until the answer is there, and for visitors. */
export function useFeature(flag: FeatureFlag): boolean {
  const { call } = useSite()
  const session = useSession((state) => state.session)
  const { data } = useQuery({
    queryKey: queryKeyOf(listFeatures, {}),
    queryFn: ({ signal }) => call(listFeatures, {}, { signal }),
    enabled: session !== null,
  })
  return data?.includes(flag) === true
}
