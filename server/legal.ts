/** Terms, privacy and contact: pages the operator writes as files, and what is said while there are none. */
import { readFile, stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Data } from '#contract/endpoint.ts'
import { getLegalPage } from '#contract/legal.ts'
import type { Config } from './platform/config.ts'
import { on } from './platform/http.ts'
import type { Log } from './platform/log.ts'

type Page = Data<typeof getLegalPage>
type LegalWorld = {
  config: Pick<Config, 'termsFile' | 'privacyFile' | 'contactFile'>
  log: Log
}

const BYTES_MAX = 500_000

/** The setting each comes from, its title unless the file has one, and what stands there until somebody has written it. */
const pages = {
  terms: {
    setting: 'termsFile',
    title: 'Terms of service',
    missing: 'Whoever runs this server has not written down any terms yet. Ask them before you rely on it.',
  },
  privacy: {
    setting: 'privacyFile',
    title: 'Privacy',
    missing:
      'Whoever runs this server has not said yet what they do with personal data. You can take along all of yours, or delete your account, in the settings.',
  },
  contact: {
    setting: 'contactFile',
    title: 'Contact',
    missing: 'Whoever runs this server has not said yet how to reach them.',
  },
} as const

export function legalRoutes(app: FastifyInstance, world: LegalWorld): void {
  on(app, getLegalPage, ({ params }) => readLegalPage(world, params.page))
}

/** Read each time, so that a changed file needs no restart. One that cannot be read is told to the operator. */
async function readLegalPage({ config, log }: LegalWorld, name: keyof typeof pages): Promise<Page> {
  const { setting, title, missing } = pages[name]
  const path = config[setting]
  const unwritten = { title, text: missing, isWritten: false, updatedAt: null }
  if (path === '') return unwritten
  try {
    const { size, mtime } = await stat(path)
    if (size > BYTES_MAX) throw new Error(`larger than ${BYTES_MAX} bytes`)
    const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').trim()
    if (text === '') return unwritten
    return { title: titleIn(text) ?? title, text, isWritten: true, updatedAt: mtime }
  } catch (error) {
    log.error('legal-page-unreadable', { page: name, path, error })
    return unwritten
  }
}

/** Its first line, where that is a heading. */
function titleIn(text: string): string | null {
  return /^#[ \t]+(.{1,200})/.exec(text)?.[1]?.trim() ?? null
}
