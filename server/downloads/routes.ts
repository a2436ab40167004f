/** Binds the calls of downloads, and the addresses of the files. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/downloads.ts'
import * as previewCalls from '#contract/catalog/previews/preview-links.ts'
import { on } from '#server/platform/http/http.ts'
import { createCodes, listCodes, redeem } from './codes.ts'
import type { DownloadDeps } from './deps.ts'
import { type OfferDeps, type PriceLimits, readOffer, readOwnOffer, setOffer } from './offers.ts'
import * as previews from './previews/preview-links.ts'
import { previewFileRoutes } from './previews/send.ts'
import { collectFree, listCollected, readDownloads } from './rights.ts'
import { sendRoutes } from './send.ts'

export function downloadRoutes(app: FastifyInstance, deps: DownloadDeps & OfferDeps, limits: PriceLimits): void {
  on(app, calls.getDownloadOffer, ({ params }, { caller }) => readOffer(deps, caller, params.contentId))
  on(app, calls.getOwnDownloadOffer, ({ params }, { caller }) => readOwnOffer(deps, caller, params.contentId))
  on(app, calls.setDownloadOffer, ({ params, body }, { caller }) =>
    setOffer(deps, limits, caller, params.contentId, body),
  )
  on(app, calls.getDownloads, ({ params }, { caller }) => readDownloads(deps, caller, params.contentId))
  on(app, calls.collectDownload, ({ params }, { caller, operationId }) =>
    collectFree(deps, caller, operationId, params.contentId),
  )
  on(app, calls.listCollection, ({ query }, { caller }) => listCollected(deps, caller, query))
  on(app, calls.createDownloadCodes, ({ params, body }, { caller, operationId }) =>
    createCodes(deps, caller, operationId, { ...params, ...body }),
  )
  on(app, calls.listDownloadCodes, ({ params }, { caller }) => listCodes(deps, caller, params.contentId))
  on(app, calls.redeemCode, ({ body }, { caller, operationId }) => redeem(deps, caller, operationId, body))
  on(app, previewCalls.listPreviewLinks, ({ params }, { caller }) => previews.listLinks(deps, caller, params.contentId))
  on(app, previewCalls.createPreviewLink, ({ params, body }, { caller }) =>
    previews.createLink(deps, caller, params.contentId, body),
  )
  on(app, previewCalls.revokePreviewLink, ({ params }, { caller }) => previews.revokeLink(deps, caller, params))
  on(app, previewCalls.getPreview, ({ params }, { caller }) => previews.readPreview(deps, caller, params.token))
  on(app, previewCalls.countPreviewOpen, ({ params }, { caller }) => previews.countOpen(deps, caller, params.token))
  on(app, previewCalls.playPreview, ({ params, body }, { caller }) =>
    previews.countPlay(deps, caller, params.token, body.itemId),
  )
  sendRoutes(app, deps)
  previewFileRoutes(app, deps)
}
