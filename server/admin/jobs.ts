/** Background jobs that keep failing, for operators. */
import * as calls from '#contract/operator/admin.ts'
import type { Data } from '#contract/endpoint.ts'
import { listFailingJobs } from '#server/platform/jobs/failures.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireOperator } from '#server/platform/http/authorization.ts'
import type { AdminDeps } from './deps.ts'

export function readFailingJobs({ database }: AdminDeps, caller: Caller): Promise<Data<typeof calls.listFailingJobs>> {
  requireOperator(caller, calls.listFailingJobs)
  return listFailingJobs(database.read)
}
