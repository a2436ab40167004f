/** Background jobs that keep failing, for operators. */
import type * as calls from '#contract/operator/admin.ts'
import type { Data } from '#contract/endpoint.ts'
import { listFailingJobs } from '#server/platform/jobs/failures.ts'
import { requireAdmin, type Caller } from '#server/platform/http/caller.ts'
import type { AdminDeps } from './deps.ts'

export function readFailingJobs({ database }: AdminDeps, caller: Caller): Promise<Data<typeof calls.listFailingJobs>> {
  requireAdmin(caller)
  return listFailingJobs(database.read)
}
