/** Binds the calls of clips, and the address of their files. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createClip, getClip, getClipTerms } from '#contract/listening/clips.ts'
import { readSubject } from '#server/cards/subject.ts'
import { notFound } from '#server/platform/errors.ts'
import { attachment } from '#server/platform/files/disposition.ts'
import { SAFE_HEADERS, sendStored } from '#server/platform/files/send-stored.ts'
import { on } from '#server/platform/http/http.ts'
import { readClip, readClipTerms, requestClip, requireClip } from './clips.ts'
import type { ClipDeps } from './deps.ts'

const FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(mp4|webm)$/i

export function clipRoutes(app: FastifyInstance, deps: ClipDeps): void {
  on(app, createClip, ({ body }, { caller, operationId }) => requestClip(deps, caller, operationId, body))
  on(app, getClip, ({ params }, { caller }) => readClip(deps, caller, params.clipId))
  on(app, getClipTerms, ({ params }, { caller }) => readClipTerms(deps, caller, params.contentId))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/clips/:file',
    handler: async (request, reply) => send(deps, request, reply),
  })
}

async function send(deps: ClipDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { file = '' } = request.params as Record<string, string>
  const [, id, format = ''] = FILE.exec(file) ?? []
  if (id === undefined) throw notFound()
  const clip = await requireClip(deps, id)
  if (clip.file_key === null || !clip.file_key.endsWith(`.${format.toLowerCase()}`)) throw notFound()
  const { title } = await readSubject(deps.ask, clip.kind, clip.content_id)
  const headers = {
    'Content-Type': `video/${format.toLowerCase()}`,
    'Content-Disposition': dispositionOf(title, format),
    'Cache-Control': 'private, no-cache',
    ...SAFE_HEADERS,
  }
  if (!(await sendStored(deps.files, clip.file_key, { request, reply }, headers))) throw notFound()
}

function dispositionOf(title: string, format: string): string {
  const name = title.replaceAll(/[\p{Cc}"\\/:*?<>|]/gu, ' ').trim() || 'clip'
  return attachment(`${name}.${format}`, `clip.${format}`)
}
