/** Which files of this repository a file imports, as paths from its root. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const known = new Map<string, string[]>()

export function importsOf(file: string): string[] {
  const imports = known.get(file) ?? readImports(file)
  known.set(file, imports)
  return imports
}

/** The file, what it imports, what that imports, and so on. */
export function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const target of importsOf(file)) withImports(target, found)
  return found
}

function readImports(file: string): string[] {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const found = [...source.matchAll(/(?:from\s+|import\s*\(?\s*)'([^']+)'/g)].map((match) => match[1]!)
  return found.flatMap((target) => {
    if (target.startsWith('#')) return [target.slice(1)]
    if (target.startsWith('.')) return [path.posix.join(path.posix.dirname(file), target)]
    return []
  })
}
