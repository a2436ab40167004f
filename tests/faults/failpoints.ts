/** The names of all failpoints, read from the source, so that a new one is used without being added here. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../../server', import.meta.url))

export function findFailpoints(): string[] {
  const files = fs.globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', 'migrations/**'] })
  const names = files.flatMap((file) => {
    const source = fs.readFileSync(path.join(SERVER, file), 'utf8')
    const calls = source.split('\n').filter((line) => /\bfailpoint\(/.test(line))
    return calls.flatMap((line) => [...line.matchAll(/'([a-z-]+:[a-z-]+)'/g)].map(([, name]) => name!))
  })
  return [...new Set(names)].sort()
}
