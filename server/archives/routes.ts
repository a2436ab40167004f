/** Binds the calls of archives, and the address of their files. */
import type { FastifyInstance } from 'fastify'
import { getArchive, makeArchive } from '#contract/accounts/archive.ts'
import { on } from '#server/platform/http/http.ts'
import { beginArchive, readArchive } from './archive.ts'
import type { ArchiveDeps } from './deps.ts'
import { sendRoutes } from './send.ts'

export function archiveRoutes(
  app: FastifyInstance,
  deps: Omit<ArchiveDeps, 'log' | 'publicUrl' | 'feedHome' | 'writeAccount'>,
): void {
  on(app, getArchive, (_input, { caller }) => readArchive(deps, caller))
  on(app, makeArchive, (_input, { caller, operationId }) => beginArchive(deps, caller, operationId))
  sendRoutes(app, deps)
}
