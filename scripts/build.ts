/** Builds the pages: dist/client for the browser (with a manifest), dist/server for rendering, and the standalone
 * scripts. Does nothing when the sources are unchanged. The server itself is not built. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The build's own plugins among them. */
const SOURCES = [
  ...['web', 'locales', 'contract', 'protocols', 'vite.config.ts', 'package-lock.json'],
  ...fs.globSync('scripts/{file-groups,lean-*}.ts', { cwd: ROOT }).sort(),
]
const DIST = path.join(ROOT, 'dist')
const SERVER_ENTRY = path.join(DIST, 'server', 'entry-server.js')
const STAMP = path.join(DIST, 'sources.sha256')

/** Whether dist/ was built from the current sources. */
export function isBuilt(): boolean {
  return fs.existsSync(STAMP) && fs.existsSync(SERVER_ENTRY) && fs.readFileSync(STAMP, 'utf8') === hashSources()
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesUnder(path.join(ROOT, source))) {
      hash
        .update(`${path.relative(ROOT, file)}\0`)
        .update(fs.readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

function filesUnder(at: string): string[] {
  const found = fs.statSync(at, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (found.isFile()) return [at]
  return fs
    .readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

/** Builds in a temporary folder and swaps at the end: a failed build leaves the served pages intact. */
export async function buildPages(): Promise<void> {
  const sources = hashSources()
  const { createBuilder } = await import('vite')
  const tempPath = path.join(ROOT, '.cache', `build-${process.pid}`)
  const output = (name: string) => ({ build: { outDir: path.join(tempPath, name), emptyOutDir: true } })
  try {
    const environments = {
      client: output('client'),
      ssr: output('server'),
      embed: output('embed'),
      worker: output('worker'),
    }
    const builder = await createBuilder({ root: ROOT, logLevel: 'warn', environments })
    await builder.buildApp()
    fs.writeFileSync(path.join(tempPath, path.basename(STAMP)), sources)
    fs.rmSync(`${tempPath}-old`, { recursive: true, force: true })
    if (fs.existsSync(DIST)) fs.renameSync(DIST, `${tempPath}-old`)
    fs.renameSync(tempPath, DIST)
  } finally {
    for (const folder of [tempPath, `${tempPath}-old`]) fs.rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  process.env['NODE_ENV'] ??= 'production'
  await buildPages()
}
