/** Terms, privacy and contact pages: the operator's files, or the default texts. */
import { readFile, stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Data } from '#contract/endpoint.ts'
import { getLegalPage } from '#contract/operator/legal.ts'
import type { Config } from '#server/platform/config/config.ts'
import { on } from '#server/platform/http/http.ts'
import type { Log } from '#server/platform/log.ts'
import { defaultTexts } from './default-texts.ts'

type Page = Data<typeof getLegalPage>
type LegalDeps = {
  config: Pick<Config, 'brandName' | 'termsFile' | 'privacyFile' | 'contactFile'>
  log: Log
}

const BYTES_MAX = 500_000

const settingOf = { terms: 'termsFile', privacy: 'privacyFile', contact: 'contactFile' } as const

export function legalRoutes(app: FastifyInstance, deps: LegalDeps): void {
  on(app, getLegalPage, ({ params }) => readLegalPage(deps, params.page))
}

/** Read on each request, so that a changed file needs no restart. A file that cannot be read is logged. */
async function readLegalPage({ config, log }: LegalDeps, name: keyof typeof settingOf): Promise<Page> {
  const path = config[settingOf[name]]
  const fallback = defaultTexts(config.brandName)[name]
  const unwritten = { ...fallback, isWritten: false, updatedAt: null }
  if (path === '') return unwritten
  try {
    const { size, mtime } = await stat(path)
    if (size > BYTES_MAX) throw new Error(`larger than ${BYTES_MAX} bytes`)
    const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').trim()
    if (text === '') return unwritten
    return { title: titleIn(text) ?? fallback.title, text, isWritten: true, updatedAt: mtime }
  } catch (error) {
    log.error('legal-page-unreadable', { page: name, path, error })
    return unwritten
  }
}

/** The first line, if it is a heading. */
function titleIn(text: string): string | null {
  return /^#[ \t]+(.{1,200})/.exec(text)?.[1]?.trim() ?? null
}
