/** Creates the folder of DATA_DIR and checks that it is writable, or throws an error that names the setting to change.
 * Free space is checked in disk.ts. */
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diskFull, isDiskFull } from './disk.ts'

/** The message is for the operator, in one line. */
export class FolderUnusable extends Error {
  override name = 'FolderUnusable'
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file has that name',
  ENOENT: 'its file system holds no folders',
}

/** Throws FolderUnusable, or DiskFull. */
export function requireFolder(folder: string): void {
  const reason = makeWritable(folder)
  if (reason === null) return
  throw new FolderUnusable(
    `DATA_DIR is ${folder}, which cannot be ${reason}. ` +
      'Set DATA_DIR to a folder that this user can write to, for example DATA_DIR=/var/lib/peal.',
  )
}

/** Creates a folder. Returns why it cannot be made or written to, as in `written to: permission denied`, or null. */
export function makeWritable(folder: string): string | null {
  try {
    // One by one: Node's recursive mkdir never returns where the system says ENOENT below an
    // existing folder, as in /proc.
    for (const missing of listMissing(folder)) makeFolder(missing)
    rmdirSync(mkdtempSync(join(folder, '.writable-')))
    return null
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(folder)
    const { code = '', message } = error as NodeJS.ErrnoException
    return `${existsSync(folder) ? 'written to' : 'made'}: ${REASONS[code] ?? message}`
  }
}

/** In DATA_DIR while a restore writes to it: holds the name of the backup. */
export const restoreMarker = (dataDir: string) => join(dataDir, 'restoring')

/** Throws while a restore into this folder is unfinished. */
export function requireNoRestore(dataDir: string): void {
  if (!existsSync(restoreMarker(dataDir))) return
  throw new FolderUnusable(
    `A restore into ${dataDir} was interrupted. Run npm run restore again with the same backup. It continues.`,
  )
}

/** Missing folders, the outermost first. */
function listMissing(folder: string): string[] {
  return existsSync(folder) || dirname(folder) === folder ? [] : [...listMissing(dirname(folder)), folder]
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process of this installation created it first.
    const isThere =
      (error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(path) && statSync(path).isDirectory()
    if (!isThere) throw error
  }
}
