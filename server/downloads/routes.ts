/** Binds the calls of downloads, and the addresses of the files. */
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/catalog/downloads.ts'
import { on } from '#server/platform/http/http.ts'
import { createCodes, listCodes, redeem } from './codes.ts'
import type { DownloadDeps } from './deps.ts'
import { type OfferDeps, type PriceLimits, readOffer, readOwnOffer, setOffer } from './offers.ts'
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
  sendRoutes(app, deps)
}
