/** What a browser needs to install the app: the manifest, and the service worker with this build's list of files. The
 * content of the manifest is passed in; the worker's behaviour is web/offline/worker/. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { encodingFor, etagOf, type Manifest, PageBody, STYLESHEET, type TextFolders } from './built-files.ts'

export type InstalledApp = {
  mode: 'built' | 'development'
  manifest: (language: string) => object
}

/** Modules that must work offline, besides the pages themselves. */
const NEEDED = /^web\/(player|offline|catalog|content|comments|events|gift|playlists|library|purchase|share|ui)\//
const QUALITY = 9

export async function installedAppRoutes(app: FastifyInstance, { mode, manifest }: InstalledApp): Promise<void> {
  app.get('/manifest.webmanifest', (request, reply) => {
    const { lang } = request.query as { lang?: unknown }
    const language = typeof lang === 'string' ? lang : 'en'
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(JSON.stringify(manifest(language)))
  })
  const text = mode === 'built' ? await readWorker() : "import '/web/offline/worker/worker.ts'\n"
  const plain = Buffer.from(text)
  const [etag, body] = [etagOf(plain), new PageBody(plain, QUALITY)]
  app.get('/worker.js', async (request, reply) => {
    // Revalidated on each request, so that a new build is noticed.
    void reply.header('cache-control', 'no-cache').header('etag', etag).header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding !== 'identity') void reply.header('content-encoding', encoding)
    return reply.type('text/javascript; charset=utf-8').send(await body.as(encoding))
  })
}

async function readWorker(): Promise<string> {
  const [script, manifestText, wordsText] = await Promise.all([
    readFile('dist/worker/worker.js', 'utf8'),
    readFile('dist/client/.vite/manifest.json', 'utf8'),
    readFile('dist/client/.vite/words.json', 'utf8'),
  ])
  const texts = JSON.parse(wordsText) as TextFolders
  const id = createHash('sha256').update(manifestText).update(wordsText).digest('hex').slice(0, 12)
  const files = listNeeded(JSON.parse(manifestText) as Manifest, texts)
  return `self.PEAL_BUILD=${JSON.stringify({ id, files, folders: texts.folders })};\n${script}`
}

/** The stylesheet, and the files of these modules and all their imports. `*` is the language’s folder. */
export function listNeeded(manifest: Manifest, texts: TextFolders): string[] {
  const found = new Set([STYLESHEET])
  const follow = (key: string) => {
    const entry = manifest[key]
    if (!entry || found.has(key)) return
    found.add(key)
    entry.imports?.forEach(follow)
  }
  for (const key of Object.keys(manifest)) if (NEEDED.test(key) && /\.tsx?$/.test(key)) follow(key)
  const files = [...found].map((key) => {
    const { file } = manifest[key]!
    const isTranslated = Object.hasOwn(texts.files, file)
    return isTranslated ? `*/${file.slice(file.lastIndexOf('/') + 1)}` : file
  })
  return [...new Set(files)].sort()
}
