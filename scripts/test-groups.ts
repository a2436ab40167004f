/** Groups of test files that share a process: importing and compiling the server takes longer than most files' tests. The
 * files of a group run one after another, each as a suite of its own, with its own server and database. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** More groups than run in parallel, so that they end at about the same time. */
const GROUPS = 32

/** Returns the programs that run the files: those `alone` by themselves, first, then the groups. */
export function groupFiles(files: readonly string[], isAlone: (file: string) => boolean): string[] {
  const shared = files.filter((file) => !isAlone(file))
  const groups = Map.groupBy(shared, (file) => shared.indexOf(file) % GROUPS)
  return [...files.filter(isAlone), ...[...groups.values()].map((group) => writeGroup(group))]
}

/** A test that waits for nothing fails after its time limit. Without the timer the process would end, and the other files
 * with it. */
function writeGroup(group: readonly string[]): string {
  if (group.length === 1) return group[0]!
  const program = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'peal-group-')), 'group.mjs')
  const suites = group.map(
    (file) =>
      `await suite(${JSON.stringify(path.relative('.', file))}, () => import(${JSON.stringify(pathToFileURL(file).href)}))`,
  )
  const lines = ["import { suite } from 'node:test'", 'const awake = setInterval(() => undefined, 1_000)', ...suites]
  fs.writeFileSync(program, [...lines, 'clearInterval(awake)', ''].join('\n'))
  return program
}
