/** The driver that stores files in a directory of this machine. */
import { randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '#server/platform/clock.ts'
import type { DiskFiles, Files, FileStat, ListedFile, WriteLimits } from './files.ts'
import { isValidKey, requireValidKey } from './keys.ts'
import { openPartialFiles } from './partial.ts'
import { createFreeSpace, type FreeSpace } from './disk.ts'
import { createSignedUrls } from './signed-urls.ts'
import { alreadyHere, cutOff, tooLarge, tooLong } from './upload-errors.ts'

export type DiskFilesOptions = {
  root: string
  publicUrl: string
  /** The origin of upload URLs, if not `publicUrl`: for programs, which do not use pages. */
  origin?: string
  secret: string
  clock: Clock
  /** Uploads are refused when the disk has less than this free. */
  keepFreeBytes?: number
  accountBytesMax?: number
}

const STALE_TEMPORARY_MS = 24 * 3_600_000

type Place = (from: string, to: string) => Promise<void>

export async function openDiskFiles(options: DiskFilesOptions): Promise<DiskFiles> {
  const { root, clock, keepFreeBytes = 0, accountBytesMax = Number.MAX_SAFE_INTEGER } = options
  const temporary = join(root, '.tmp')
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  await removeStale(temporary, clock)
  const freeSpace = createFreeSpace(root, keepFreeBytes)
  const partial = await openPartialFiles(join(root, '.partial'), freeSpace)
  const base = options.publicUrl.replace(/\/$/, '')
  const urls = createSignedUrls({ ...options, base })
  const pathOf = (key: string) => {
    requireValidKey(key)
    return join(root, key)
  }

  /** Fills a temporary file, syncs it to disk, then moves it to its name through `place`. */
  const writeWith = async (key: string, fill: (path: string) => Promise<void>, place: Place) => {
    const path = pathOf(key)
    const partial = join(temporary, randomUUID())
    try {
      await fill(partial)
      await mkdir(dirname(path), { recursive: true })
      await place(partial, path)
      await syncDirectory(dirname(path))
    } finally {
      await rm(partial, { force: true })
    }
  }

  const remove: Files['remove'] = async (key) => {
    await rm(pathOf(key), { force: true })
    await partial.remove(key)
  }

  return {
    pathOf,
    accountBytesMax,
    requireSpace: () => freeSpace.requireFreeSpace(),
    signPut: async ({ key, maxBytes, expiresSeconds, type }) => {
      await freeSpace.requireFreeSpace()
      return urls.sign('PUT', key, expiresSeconds, String(maxBytes), type)
    },
    signGet: async ({ key, expiresSeconds }) => urls.sign('GET', key, expiresSeconds),
    publicUrl: (key) => `${base}/files/${key}`,
    verify: urls.verify,
    write: (key, body) =>
      writeWith(key, (path) => fillFile(path, Buffer.isBuffer(body) ? Readable.from([body]) : body), rename),
    writeLimited: (key, body, limits) => writeWith(key, (path) => fillFile(path, body, limits, freeSpace), placeNew),
    async writeChunk(key, body, chunk) {
      const path = pathOf(key)
      if ((await statFile(path)) !== null) throw alreadyHere()
      if (!(await partial.append(key, body, chunk))) return false
      await mkdir(dirname(path), { recursive: true })
      await placeNew(partial.pathOf(key), path)
      await syncDirectory(dirname(path))
      await partial.remove(key)
      return true
    },
    offsetOf: async (key) => (await statFile(pathOf(key)))?.size ?? partial.offsetOf(key),
    read: (key, range) => createReadStream(pathOf(key), { ...range, highWaterMark: 256 * 1024 }),
    stat: (key) => statFile(pathOf(key)),
    list: (prefix) => listFolder(root, prefix),
    copy: (from, to) => writeWith(to, (path) => linkOrCopy(pathOf(from), path), rename),
    remove,
    removeUpload: remove,
    removeIncomplete: partial.removeOlder,
    withLocalFile: async (key, work) => work(pathOf(key)),
    arrivedBytes: async (key) =>
      (await statFile(pathOf(key)))?.size ?? (await statFile(partial.pathOf(key)))?.size ?? 0,
  }
}

async function fillFile(path: string, body: Readable, limits?: WriteLimits, freeSpace?: FreeSpace): Promise<void> {
  await freeSpace?.requireFreeSpace()
  let received = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (limits !== undefined && received > limits.maxBytes) return done(tooLarge(limits.maxBytes))
      done(null, chunk)
    },
  })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 256 * 1024 })
  try {
    // The response goes over the same connection, so a refusal must not destroy the body's stream.
    const source = body.iterator({ destroyOnReturn: false })
    await (freeSpace === undefined ? pipeline(source, count, file) : pipeline(source, count, freeSpace.watch(), file))
  } catch (error) {
    if (limits === undefined || !isCutOff(error)) throw error
    throw cutOff()
  }
  if (limits?.contentLength === undefined || received === limits.contentLength) return
  throw received < limits.contentLength ? cutOff() : tooLong()
}

function isCutOff(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'
}

/** Unlike a rename, a link fails when the name exists: of two uploads to one URL only one succeeds. */
async function placeNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw alreadyHere()
  }
}

/** Files are never changed in place, so two names may share one file. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    await copyFile(from, to, constants.COPYFILE_EXCL)
    await syncPath(to, 'r+')
  }
}

/** A rename survives a power failure only once its directory is synced too. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await syncPath(path, 'r')
}

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function statFile(path: string): Promise<FileStat | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? { size: found.size, modifiedAt: found.mtime } : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

/** The files in a folder of this driver, without incomplete ones, which have names that no key has. */
export async function* listFolder(root: string, prefix: string): AsyncIterable<ListedFile> {
  const folder = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))
  if (!existsSync(folder)) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(root, path).split(sep).join('/')
    if (!entry.isFile() || !key.startsWith(prefix) || !isValidKey(key)) continue
    const found = await statFile(path)
    if (found !== null) yield { key, ...found }
  }
}

/** Removes temporary files that a crash has left. */
async function removeStale(directory: string, clock: Clock): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const found = await statFile(path)
    if (found !== null && clock.now().getTime() - found.modifiedAt.getTime() > STALE_TEMPORARY_MS) {
      await rm(path, { force: true })
    }
  }
}
