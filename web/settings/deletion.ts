/** What stands in the way of leaving, and what is lost by it, as it travels. */
import type { Wire } from '#contract/endpoint.ts'
import type { getDeletion } from '#contract/leaving.ts'

export type Deletion = Wire<typeof getDeletion>
