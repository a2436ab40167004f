/** Test files that share processes: importing and compiling the server takes longer than most files' tests, and code that
 * has run before runs faster. Each process takes the next file that none has begun, so that all end at about the same time.
 * The files run one after another, each as a suite of its own, with its own server and database. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endSoon, groupPrefix } from './test-end.ts'

/** So that what files leave in memory does not add up over the whole run. */
const FILES_PER_PROCESS = 40

export type Grouping = {
  /** Names of files that have a process of their own. They start first, in this order. */
  own: readonly string[]
  /** Half of the processes take these first, the other half the others. */
  isInBrowser: (file: string) => boolean
  concurrency: number
}

/** Returns the programs that run the files, in the order in which they should start. */
export function groupFiles(files: readonly string[], { own, isInBrowser, concurrency }: Grouping): string[] {
  const placeOf = (file: string) => own.indexOf(path.basename(file))
  const shared = files.filter((file) => placeOf(file) === -1)
  const first = files.filter((file) => placeOf(file) !== -1).toSorted((one, other) => placeOf(one) - placeOf(other))
  if (shared.length < 2) return [...first, ...shared]
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), groupPrefix))
  // Large files take long: one of them alone at the end would keep only one processor busy.
  const sorted = shared.toSorted((one, other) => fs.statSync(other).size - fs.statSync(one).size)
  const count = Math.min(shared.length, concurrency + Math.ceil(shared.length / FILES_PER_PROCESS))
  const inBrowser = sorted.filter(isInBrowser)
  const others = sorted.filter((file) => !isInBrowser(file))
  const orders = [
    [...others, ...inBrowser],
    [...inBrowser, ...others],
  ]
  return [...first, ...Array.from({ length: count }, (_, at) => writeProgram(folder, at, orders[at % 2]!))]
}

function writeProgram(folder: string, at: number, files: readonly string[]): string {
  const program = path.join(folder, `group-${at}.mjs`)
  const lines = [
    `import { takeFiles } from ${JSON.stringify(import.meta.url)}`,
    `await takeFiles(${JSON.stringify(folder)}, ${JSON.stringify(files)})`,
    '',
  ]
  fs.writeFileSync(program, lines.join('\n'))
  return program
}

/** A test that waits for nothing fails after its time limit. Without the timer the process would end, and the other files
 * with it. */
export async function takeFiles(folder: string, files: readonly string[]): Promise<void> {
  const awake = setInterval(() => undefined, 1_000)
  const root = fileURLToPath(new URL('..', import.meta.url))
  let taken = 0
  for (const file of files) {
    if (taken === FILES_PER_PROCESS) break
    const name = path.relative(root, file)
    if (!isFirst(path.join(folder, name.replaceAll(path.sep, ' ')))) continue
    taken += 1
    const said = await listening(() => suite(name, () => import(pathToFileURL(file).href) as Promise<void>))
    if (!process.exitCode) continue
    // It failed without a failed test, as by log lines that nobody expects.
    process.exitCode = undefined
    await test(`${name} itself`, () => assert.fail(said))
  }
  clearInterval(awake)
  endSoon()
}

/** Returns what was written to stderr meanwhile. */
async function listening(work: () => Promise<void>): Promise<string> {
  let said = ''
  const { write } = process.stderr
  process.stderr.write = (text: string | Uint8Array, ...rest: never[]) => {
    said += String(text)
    return write.call(process.stderr, text, ...rest)
  }
  await work()
  process.stderr.write = write
  return said
}

/** Of the processes that take this file. */
function isFirst(mark: string): boolean {
  try {
    fs.writeFileSync(mark, '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
