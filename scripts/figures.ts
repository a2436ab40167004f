/** Prints metrics of the source: its size, its folders, its imports, its long functions. `node
 * scripts/figures.ts`; `--all` lists every long function. Product code is contract/, locales/, protocols/, server/ and web/
 * without tests and texts. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PRODUCT = ['contract', 'locales', 'protocols', 'server', 'web']
const FUNCTION_LINES_MAX = 70
const FOLDER_FILES_MAX = 25
const SHOWN = process.argv.includes('--all') ? Number.POSITIVE_INFINITY : 12

type Source = { text: string; imports: string[]; imported: string[]; exported: string[]; functions: LongFunction[] }
type LongFunction = { name: string; lines: number }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

const sources = new Map(listFiles().map((file) => [file, readSource(file)]))
const files = [...sources.keys()]
printSize()
printFolders()
printImports()
printFunctions()
print('migrations', fs.readdirSync(path.join(ROOT, 'server/migrations')).length)

function listFiles(): string[] {
  return PRODUCT.flatMap((folder) => fs.globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
}

function readSource(file: string): Source {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node & { body: Node[] }
  const source: Source = { text, imports: [], imported: [], exported: [], functions: [] }
  for (const statement of tree.body) readStatement(file, statement, source)
  findFunctions(tree, '', source)
  return source
}

function readStatement(file: string, node: Node, source: Source): void {
  const from = (node['source'] as { value?: string } | null)?.value
  const target = from === undefined ? null : resolveImport(file, from)
  if (target !== null) {
    source.imports.push(target)
    for (const one of (node['specifiers'] ?? []) as { imported?: { name?: string }; local?: { name?: string } }[])
      source.imported.push(`${target} ${one.imported?.name ?? one.local?.name ?? '*'}`)
  }
  if (node.type !== 'ExportNamedDeclaration') return
  const declared = node['declaration'] as Record<string, unknown> | null
  const ids = (declared?.['declarations'] as { id: { name: string } }[] | undefined)?.map(({ id }) => id.name)
  const own = (declared?.['id'] as { name?: string } | undefined)?.name
  for (const name of ids ?? (own === undefined ? [] : [own])) source.exported.push(`${file} ${name}`)
}

function resolveImport(file: string, from: string): string | null {
  const at = from.startsWith('#') ? from.slice(1) : from.startsWith('.') ? path.join(path.dirname(file), from) : null
  return at !== null && PRODUCT.includes(at.split('/')[0]!) ? at : null
}

function findFunctions(node: Node, name: string, source: Source): void {
  const own = nameOf(node) ?? name
  if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
    const lines = source.text.slice(node.start, node.end).split('\n').length
    if (lines > FUNCTION_LINES_MAX) source.functions.push({ name: own, lines })
  }
  for (const child of Object.values(node).flat()) {
    if (typeof child === 'object' && child !== null && 'type' in child) findFunctions(child as Node, own, source)
  }
}

function nameOf(node: Node): string | undefined {
  const { name } = (node['id'] ?? node['key'] ?? {}) as { name?: string }
  return name
}

function printSize(): void {
  const linesIn = (text: string) => text.split('\n').length - 1
  const count = (folder: string) =>
    files.filter((file) => file.startsWith(folder)).reduce((sum, file) => sum + linesIn(sources.get(file)!.text), 0)
  print('product lines without texts', count(''))
  for (const folder of PRODUCT) print(`  ${folder}/`, count(`${folder}/`))
  const texts = fs.globSync('locales/*/*.json', { cwd: ROOT })
  print(
    'lines of texts',
    texts.reduce((sum, file) => sum + linesIn(fs.readFileSync(path.join(ROOT, file), 'utf8')), 0),
  )
}

function printFolders(): void {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
  const large = [...counts].filter(([, count]) => count > FOLDER_FILES_MAX).sort((one, other) => other[1] - one[1])
  print(`folders of more than ${FOLDER_FILES_MAX} files`, large.length)
  for (const [folder, count] of large) print(`  ${folder}/`, count)
}

function printImports(): void {
  const chain = longestChain()
  print('longest import chain, in files', chain.length)
  console.log(`  ${chain.join('\n  ')}`)
  const uses = new Map<string, number>()
  for (const { imported } of sources.values()) for (const name of imported) uses.set(name, (uses.get(name) ?? 0) + 1)
  const all = files.flatMap((file) => sources.get(file)!.exported)
  print('exports', all.length)
  print('exports that one other product file uses', all.filter((name) => uses.get(name) === 1).length)
}

/** In an import cycle each file counts once. */
function longestChain(): string[] {
  const known = new Map<string, string[]>()
  const under = new Set<string>()
  const follow = (file: string): string[] => {
    const found = known.get(file)
    if (found !== undefined) return found
    if (under.has(file)) return []
    under.add(file)
    const chains = (sources.get(file)?.imports ?? []).map(follow)
    under.delete(file)
    const longest = chains.reduce((best, one) => (one.length > best.length ? one : best), [])
    const chain = [file, ...longest]
    known.set(file, chain)
    return chain
  }
  return files.map(follow).reduce((best, one) => (one.length > best.length ? one : best), [])
}

function printFunctions(): void {
  const long = files.flatMap((file) => sources.get(file)!.functions.map((one) => ({ file, ...one })))
  print(`functions of more than ${FUNCTION_LINES_MAX} lines`, long.length)
  const longest = long.sort((one, other) => other.lines - one.lines).slice(0, SHOWN)
  for (const { file, name, lines } of longest) print(`  ${file} ${name}`, lines)
}

function print(what: string, figure: number): void {
  console.log(`${what}: ${figure.toLocaleString('en')}`)
}
