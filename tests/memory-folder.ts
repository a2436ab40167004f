/** A folder for temporary files of one test run, in memory where Linux offers it. A new database is more than a thousand
 * files, which takes a second on a slow disk and 50 ms in memory. */
import fs from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'peal-tests-'
/** A whole run uses less than half of it. */
const NEEDED_BYTES = 4 * 2 ** 30

/** Becomes the folder of `os.tmpdir()` here and in child processes, unless TMPDIR is set or memory is scarce.
 * Returns a function that removes it. */
export function openMemoryFolder(): () => void {
  if (process.env['TMPDIR'] !== undefined || freeBytes() < NEEDED_BYTES) return () => undefined
  removeLeftovers()
  const folder = fs.mkdtempSync(path.join(MEMORY, `${PREFIX}${process.pid}-`))
  // As /tmp: PostgreSQL does not run as root.
  fs.chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function freeBytes(): number {
  if (!fs.existsSync(MEMORY)) return 0
  const { bavail, bsize } = fs.statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory())
}

/** Folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of fs.readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : undefined
    if (pid === undefined || fs.existsSync(`/proc/${pid}`)) continue
    try {
      fs.rmSync(path.join(MEMORY, name), { recursive: true, force: true })
    } catch (error) {
      // Another run removes it as well, or a killed test has left a small disk mounted in it.
      console.warn(`Could not remove ${path.join(MEMORY, name)}: ${(error as Error).message}`)
    }
  }
}
