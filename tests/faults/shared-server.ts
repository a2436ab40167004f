/** The bundle of the unchanged source (server-bundle.ts), made once for all tests, and again when a file has changed. It
 * starts with half of the processor time that a thousand modules take. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCES = ['{contract,locales,protocols,server,tests,web}/**/*.{ts,tsx,json}', 'package-lock.json']
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'servers')
const KEPT_MS = 86_400_000

const made = new Map<string, Promise<string>>()

/** The file to start. `entry` is the module that it begins with, from the root of the tree. */
export function sharedServer(entry: string): Promise<string> {
  const known = made.get(entry) ?? findOrBundle(entry)
  made.set(entry, known)
  return known
}

async function findOrBundle(entry: string): Promise<string> {
  const folder = path.join(CACHE, `${path.basename(entry, '.ts')}-${hashOfSources()}`)
  const program = path.join(folder, 'server.js')
  if (fs.existsSync(program)) return program
  fs.mkdirSync(CACHE, { recursive: true })
  const own = fs.mkdtempSync(path.join(CACHE, 'making-'))
  const { bundleServer } = await import('./server-bundle.ts')
  await bundleServer(own, { entry })
  try {
    fs.renameSync(own, folder)
  } catch {
    // Another process was first.
    fs.rmSync(own, { recursive: true })
  }
  removeOld()
  return program
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of fs.globSync(SOURCES, { cwd: ROOT }).sort()) {
    const { mtimeMs, size } = fs.statSync(path.join(ROOT, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

function removeOld(): void {
  for (const name of fs.readdirSync(CACHE)) {
    const folder = path.join(CACHE, name)
    const madeAt = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (Date.now() - madeAt > KEPT_MS) fs.rmSync(folder, { recursive: true, force: true })
  }
}
