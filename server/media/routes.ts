/** Binds the endpoints of uploads.
 * Contains no behaviour; the files themselves go through /files. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/uploads.ts'
import { on } from '#server/platform/http/http.ts'
import * as uploads from './own-uploads.ts'
import type { MediaDeps } from './process-audio.ts'

export function mediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  on(app, calls.getStorage, (_input, { caller }) => uploads.readStorage(deps, caller))
  on(app, calls.readTags, ({ body }, { caller }) => uploads.readSampleTags(deps, caller, body))
  on(app, calls.listOpenUploads, (_input, { caller }) => uploads.listOpen(deps, caller))
  on(app, calls.getUpload, ({ params }, { caller }) => uploads.readUpload(deps, caller, params.uploadId))
  on(app, calls.completeUpload, ({ params }, { caller }) => uploads.completeUpload(deps, caller, params.uploadId))
  on(app, calls.renewUpload, ({ params }, { caller }) => uploads.renewOwnUpload(deps, caller, params.uploadId))
  on(app, calls.getOriginal, ({ params }, { caller }) => uploads.readOriginal(deps, caller, params.uploadId))
}
