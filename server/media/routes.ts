/** Binds the endpoints of uploads.
 * Contains no behaviour; the files themselves go through /files. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/uploads.ts'
import { on } from '#server/platform/http/http.ts'
import * as uploads from './own-uploads.ts'
import type { MediaDeps } from './process-audio.ts'

export function mediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  on(app, calls.getStorage, (_input, { who }) => uploads.readStorage(deps, who))
  on(app, calls.readTags, ({ body }, { who }) => uploads.readSampleTags(deps, who, body))
  on(app, calls.listOpenUploads, (_input, { who }) => uploads.listOpen(deps, who))
  on(app, calls.getUpload, ({ params }, { who }) => uploads.readUpload(deps, who, params.uploadId))
  on(app, calls.completeUpload, ({ params }, { who }) => uploads.completeUpload(deps, who, params.uploadId))
  on(app, calls.renewUpload, ({ params }, { who }) => uploads.renewOwnUpload(deps, who, params.uploadId))
  on(app, calls.getOriginal, ({ params }, { who }) => uploads.readOriginal(deps, who, params.uploadId))
}
