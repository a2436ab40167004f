/** Background jobs that keep failing, for operators. */
import type * as calls from '#contract/operator/admin.ts'
import type { Data } from '#contract/endpoint.ts'
import { listFailingJobs } from '#server/platform/jobs/failures.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireAdmin } from '#server/platform/http/authorization.ts'
import type { AdminDeps } from './deps.ts'

export function readFailingJobs({ database }: AdminDeps, caller: Caller): Promise<Data<typeof calls.listFailingJobs>> {
  requireAdmin(caller)
  return listFailingJobs(database.read)
}
