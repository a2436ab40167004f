/** Background jobs that keep failing, for operators. */
import type * as calls from '#contract/operator/admin.ts'
import type { Data } from '#contract/endpoint.ts'
import { listFailingJobs } from '#server/platform/jobs/failures.ts'
import { mustBeAdmin, type Who } from '#server/platform/http/who.ts'
import type { AdminDeps } from './deps.ts'

export function readFailingJobs({ database }: AdminDeps, who: Who): Promise<Data<typeof calls.listFailingJobs>> {
  mustBeAdmin(who)
  return listFailingJobs(database.read)
}
