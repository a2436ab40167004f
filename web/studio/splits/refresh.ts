/** Reads again what a change of a split changes: the split, its versions, what waits, and the terms before paying. */
import type { QueryClient } from '@tanstack/react-query'
import { listOutsideRecipients, listSplitInvitations, listSplitVersions } from '#contract/catalog/split-offers.ts'
import { getSplit } from '#contract/catalog/splits.ts'
import { getTerms } from '#contract/payments/terms.ts'
import { queryKeyOf } from '#web/data/queries.ts'

export async function refreshSplit(queries: QueryClient): Promise<void> {
  await Promise.all(
    [getSplit, getTerms, listSplitVersions, listSplitInvitations, listOutsideRecipients].map((endpoint) =>
      queries.invalidateQueries({ queryKey: queryKeyOf(endpoint) }),
    ),
  )
}
