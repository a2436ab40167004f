/** What prevents the deletion of an account, and what is lost by it, as returned by the server. */
import type { Wire } from '#contract/endpoint.ts'
import type { getDeletion } from '#contract/accounts/leaving.ts'

export type Deletion = Wire<typeof getDeletion>
