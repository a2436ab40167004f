/** A queue of test files, shared by several processes: the program that each of them runs. It takes files and runs them one
 * after another, because to load the server again for each file would take longer than most tests. Its argument is the path
 * of the queue as JSON. */
import fs from 'node:fs'
import path from 'node:path'
import { suite } from 'node:test'

/** For a whole file, and thereby for each of its tests that sets none: against hanging. */
const FILE_TIMEOUT_MS = 600_000

/** Tests may wait for what does not keep a process alive, such as a PostgreSQL that ends with it. */
const awake = setInterval(() => undefined, 60_000)
await runFrom(JSON.parse(fs.readFileSync(process.argv[2]!, 'utf8')) as FileQueue)
clearInterval(awake)

export type FileQueue = {
  /** Absolute paths. */
  files: string[]
  root: string
  /** Has an empty file for each that has been taken. */
  folder: string
  /** How many one process takes at most: what it no longer needs is not all freed. */
  most: number
}

async function runFrom({ files, root, folder, most }: FileQueue): Promise<void> {
  let taken = 0
  for (const [index, file] of files.entries()) {
    if (taken === most) return
    if (!take(path.join(folder, String(index)))) continue
    taken += 1
    await suite(path.relative(root, file), { timeout: FILE_TIMEOUT_MS }, async () => {
      await import(file)
    })
  }
}

/** False if another process has it. */
function take(mark: string): boolean {
  try {
    fs.closeSync(fs.openSync(mark, 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
