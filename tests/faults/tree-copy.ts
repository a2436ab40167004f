/** A copy of the source in which seeded bugs are edited. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** `find` is in the file exactly once. */
export type Edit = { file: string; find: string; replace: string }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = [
  'contract',
  'locales',
  'protocols',
  'server',
  'web',
  'tests/faults',
  'package.json',
  'tsconfig.base.json',
]

export type TreeCopy = {
  root: string
  edit(edits: readonly Edit[]): { [Symbol.dispose](): void }
  [Symbol.dispose](): void
}

/** A copy of the server's source. Disposing of an edit reverts it. */
export function copyTree(): TreeCopy {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-seeded-'))
  for (const name of COPIED) {
    fs.cpSync(path.join(ROOT, name), path.join(root, name), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    })
  }
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  return {
    root,
    edit(edits) {
      const original = new Map(edits.map(({ file }) => [file, fs.readFileSync(path.join(root, file), 'utf8')]))
      const edited = new Map(original)
      for (const { file, find, replace } of edits) {
        const source = edited.get(file)!
        const count = source.split(find).length - 1
        if (count !== 1) throw new Error(`${file} contains this ${count} times instead of once: ${find}`)
        edited.set(
          file,
          source.replace(find, () => replace),
        )
      }
      const write = (sources: ReadonlyMap<string, string>) =>
        sources.forEach((source, file) => fs.writeFileSync(path.join(root, file), source))
      write(edited)
      return { [Symbol.dispose]: () => write(original) }
    },
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  }
}
