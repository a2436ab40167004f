/** lnd and btcd for the tests over a real node: built once from tools/lnd with Go and stored outside the repository.
 * Never part of the product, which connects to the operator's node. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type Binaries = { lnd: string; btcd: string }

const MODULE = fileURLToPath(new URL('../../tools/lnd', import.meta.url))
const PACKAGES = { lnd: 'github.com/lightningnetwork/lnd/cmd/lnd', btcd: 'github.com/btcsuite/btcd' }
/** invoicesrpc is needed to hold and cancel invoices, and dev for some settings; the others are in lnd's releases. */
const TAGS = 'invoicesrpc routerrpc walletrpc signrpc chainrpc dev'
const GO_FOLDERS = ['/usr/local/go/bin']

/** Null when they have not been built on this machine. */
export function findBinaries(): Binaries | null {
  const home = homeOfBinaries()
  const found = { lnd: path.join(home, 'lnd'), btcd: path.join(home, 'btcd') }
  return existsSync(found.lnd) && existsSync(found.btcd) ? found : null
}

/** Null if Go is not installed. The first time takes minutes, and 3 GB in Go's caches. */
export function buildBinaries(print: (line: string) => void): Binaries | null {
  const found = findBinaries()
  if (found !== null) return found
  const searchPath = [process.env['PATH'] ?? '', ...GO_FOLDERS].join(path.delimiter)
  const env = { ...process.env, PATH: searchPath, GOTOOLCHAIN: 'local', CGO_ENABLED: '0' }
  if (spawnSync('go', ['version'], { env }).status !== 0) return null
  const home = homeOfBinaries()
  // Built in another folder and renamed, so that an incomplete build is never used.
  const aside = `${home}.new-${process.pid}`
  mkdirSync(aside, { recursive: true })
  cpSync(MODULE, path.join(aside, 'module'), { recursive: true })
  for (const [name, from] of Object.entries(PACKAGES)) {
    print(`Building ${name} with Go (once)`)
    const flags = ['-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-tags', TAGS, '-o', path.join(aside, name)]
    const build = spawnSync('go', ['build', ...flags, from], { cwd: path.join(aside, 'module'), env, encoding: 'utf8' })
    if (build.status === 0) continue
    rmSync(aside, { recursive: true, force: true })
    throw new Error(`${name} could not be built:\n${build.stderr}`)
  }
  rmSync(path.join(aside, 'module'), { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
  renameSync(aside, home)
  return findBinaries()
}

function homeOfBinaries(): string {
  const hash = createHash('sha256').update(TAGS)
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(path.join(MODULE, file)))
  const caches = process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache')
  return path.join(caches, 'peal-lnd', `${hash.digest('hex').slice(0, 16)}-${process.platform}-${process.arch}`)
}
