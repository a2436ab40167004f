/** Feature flags an operator has enabled for the signed-in user. Anything behind a flag is shown only with its flag.
 * Flags are set in the admin area. */
import { useQuery } from '@tanstack/react-query'
import { listFeatures } from '#contract/accounts/account.ts'
import type { FeatureFlag } from '#contract/operator/feature-flags.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useSession } from './session.ts'

/** False while loading, and for visitors. */
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
