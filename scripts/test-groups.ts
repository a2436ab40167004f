/** Test files that share processes: importing and compiling the server takes longer than most files' tests, and code that
 * has run before runs faster. Each process takes the next file that none has begun, so that all end at about the same time.
 * The files run one after another, each as a suite of its own, with its own server and database. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** So that what files leave in memory does not add up over the whole run. */
const FILES_PER_PROCESS = 40

/** Returns the programs that run the files: those `alone` by themselves, first, then as many as take the others in
 * `concurrency` processes. */
export function groupFiles(
  files: readonly string[],
  isAlone: (file: string) => boolean,
  concurrency: number,
): string[] {
  const shared = files.filter((file) => !isAlone(file))
  const alone = files.filter(isAlone)
  if (shared.length < 2) return [...alone, ...shared]
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-group-'))
  // Large files take long: one of them alone at the end would keep only one processor busy.
  const sorted = shared.toSorted((one, other) => fs.statSync(other).size - fs.statSync(one).size)
  fs.writeFileSync(path.join(folder, 'files.json'), JSON.stringify(sorted))
  const count = Math.min(shared.length, concurrency + Math.ceil(shared.length / FILES_PER_PROCESS))
  return [...alone, ...Array.from({ length: count }, (_, at) => writeProgram(folder, at))]
}

function writeProgram(folder: string, at: number): string {
  const program = path.join(folder, `group-${at}.mjs`)
  const lines = [
    `import { takeFiles } from ${JSON.stringify(import.meta.url)}`,
    `await takeFiles(${JSON.stringify(folder)})`,
    '',
  ]
  fs.writeFileSync(program, lines.join('\n'))
  return program
}

/** A test that waits for nothing fails after its time limit. Without the timer the process would end, and the other files
 * with it. */
export async function takeFiles(folder: string): Promise<void> {
  const awake = setInterval(() => undefined, 1_000)
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = JSON.parse(fs.readFileSync(path.join(folder, 'files.json'), 'utf8')) as string[]
  let taken = 0
  for (const [at, file] of files.entries()) {
    if (taken === FILES_PER_PROCESS) break
    if (!isFirst(path.join(folder, String(at)))) continue
    taken += 1
    const name = path.relative(root, file)
    const said = await listening(() => suite(name, () => import(pathToFileURL(file).href) as Promise<void>))
    if (!process.exitCode) continue
    // It failed without a failed test, as by log lines that nobody expects.
    process.exitCode = undefined
    await test(`${name} itself`, () => assert.fail(said))
  }
  clearInterval(awake)
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
