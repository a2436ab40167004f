/** House rules that a program can check: names, lengths, headers, banned calls. Why they are rules: docs/style.md. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['contract', 'locales', 'protocols', 'server', 'web', 'scripts', 'tests', 'bench']
const LINES_MAX = 320
const TEST_LINES_MAX = 520
const COLUMNS_MAX = 130

type Source = { file: string; text: string; lines: string[] }

const sources: Source[] = FOLDERS.flatMap((folder) =>
  fs
    .globSync('**/*.{ts,tsx,mjs}', { cwd: path.join(ROOT, folder), exclude: ['**/node_modules/**'] })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
).map((file) => {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
  return { file, text, lines: text.split('\n') }
})

const isTest = (file: string) => /\.(test|conformance|fixture)\.tsx?$/.test(file)

function breaches(check: (source: Source) => string | false): string[] {
  return sources.flatMap((source) => {
    const found = check(source)
    return found === false ? [] : [`${source.file}: ${found}`]
  })
}

test('files begin with a description', () => {
  assert.deepEqual(
    breaches(({ text }) => !/^(#!.*\n)?\/\*\* ?\S/.test(text) && 'no header'),
    [],
  )
})

test('file names are kebab-case nouns, and none is a catch-all', () => {
  assert.deepEqual(
    breaches(({ file }) => {
      const name = path.basename(file).replace(/\.(test|conformance|spec)?\.?(tsx?|mjs)$/, '')
      if (/(^|-)(utils?|helpers?|common|misc|manager|service)($|-)/.test(name)) return 'is a drawer'
      return !/^[a-z0-9]+([-.][a-z0-9]+)*$/.test(name) && 'is not kebab-case'
    }),
    [],
  )
})

test('files and lines are not too long', () => {
  assert.deepEqual(
    breaches(({ file, lines }) => {
      const max = isTest(file) ? TEST_LINES_MAX : LINES_MAX
      if (lines.length > max) return `${lines.length} lines`
      const long = lines.findIndex(
        (line) => line.length > COLUMNS_MAX && !/https?:\/\/|ln(bc|tb)|'[^']{60,}'|="[^"]{60,}"|d="/.test(line),
      )
      return long >= 0 && `line ${long + 1} is ${lines[long]!.length} wide`
    }),
    [],
  )
})

test('functions have at most 70 lines outside of tests', () => {
  const { overrides } = JSON.parse(fs.readFileSync(path.join(ROOT, '.oxlintrc.json'), 'utf8')) as {
    overrides: { files: string[]; rules: Record<string, unknown> }[]
  }
  const limits = overrides.filter(({ rules }) => 'max-lines-per-function' in rules)
  assert.deepEqual(
    limits.map(({ files, rules }) => [files, rules['max-lines-per-function']]),
    [
      [['{contract,locales,protocols,scripts,server,web}/**/*.{ts,tsx,mjs}'], ['error', { max: 70 }]],
      [['**/*.test.ts'], 'off'],
    ],
  )
  const disabled = sources.filter(
    ({ file, text }) => /lint-disable[^\n]*max-lines/.test(text) && !file.startsWith('tests/'),
  )
  assert.deepEqual(
    disabled.map(({ file }) => file),
    [],
  )
})

test('the environment is read in one place, and nothing calls process.exit', () => {
  assert.deepEqual(
    breaches(({ file, text }) => {
      if (!file.startsWith('server/') || isTest(file)) return false
      // A stop that hangs still has to end.
      if (/process\.exit\(/.test(text) && file !== 'server/main.ts') return 'calls process.exit'
      return /process\.env/.test(text) && file !== 'server/platform/config/config.ts' && 'reads process.env'
    }),
    [],
  )
})

test('exports have names, and there are no barrels', () => {
  assert.deepEqual(
    breaches(({ file, text }) => {
      if (/^export default/m.test(text)) return 'exports a default'
      // The icon library's icons are renamed here, so that pages import only ui; a build entry has to re-export its
      // contents.
      if (['web/ui/icon.tsx', 'bench/page-tree.tsx'].includes(file)) return false
      return /^export (\*|\{[^}]*\}) from/m.test(text) && 'is a barrel'
    }),
    [],
  )
})

test('no float touches msat', () => {
  assert.deepEqual(
    breaches(({ file, text }) => {
      if (!/^server\/(ledger|payments)\//.test(file) || isTest(file)) return false
      return /parseFloat|Math\.(floor|round|ceil)\([^)]*[mM]sat/.test(text) && 'computes msat with floats'
    }),
    [],
  )
})

test('rows of the ledger are only inserted', () => {
  const rooms = sources.filter(({ file }) => file.startsWith('server/') && !isTest(file))
  const writes = /(UPDATE|DELETE FROM|TRUNCATE)\s+(tx|entry)\b|(updateTable|deleteFrom)\('(tx|entry)'\)/i
  assert.deepEqual(
    rooms.filter(({ text }) => writes.test(text)).map(({ file }) => file),
    [],
  )
})

test('queries are SQL, not calls of a query builder', () => {
  const builder = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|withTables)\b/
  assert.deepEqual(
    sources.filter(({ file, text }) => file.startsWith('server/') && builder.test(text)).map(({ file }) => file),
    [],
  )
})

test('queries name their columns, so that a migration under a running server changes no result', () => {
  const all = [/\b(?:SELECT|RETURNING)\s+(?:DISTINCT\s+)?(?:\w+\.)?\*/gi, /,\s*\w+\.\*(?=[\s,]|$)/gm]
  assert.deepEqual(
    sources.flatMap(({ file, text }) => {
      if (!file.startsWith('server/') || isTest(file)) return []
      return all
        .flatMap((every) => [...text.matchAll(every)])
        .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`)
    }),
    [],
  )
})

test('files named in comments exist', () => {
  const all = fs.globSync('**/*.{ts,tsx,mjs,md}', { cwd: ROOT, exclude: ['**/node_modules/**', 'data/**'] })
  const there = new Set(all.flatMap((name) => tailsOf(name.split(path.sep).join('/'))))
  // Other text that ends in `.ts` or `.tsx` is within backticks.
  const named = /(?<![\w`.*-])[\w-][\w./-]*\.(tsx?|md)\b(?!`)/g
  assert.deepEqual(
    breaches(({ text }) => {
      const comments = text.match(/^\s*\/\*\*?[^]*?\*\/|^\s*\/\/.*$/gm) ?? []
      const missing = comments.flatMap((one) => one.match(named) ?? []).filter((name) => !there.has(name))
      return missing.length > 0 && `names ${missing.join(', ')}`
    }),
    [],
  )
})

/** `a/b/c.ts`, `b/c.ts` and `c.ts`: a file may be named by the end of its path. */
function tailsOf(file: string): string[] {
  const parts = file.split('/')
  return parts.map((_, from) => parts.slice(from).join('/'))
}

test('there are no notes about future work', () => {
  const later = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'H' + 'ACK'].map((word) => `\\b${word}\\b`).join('|'),
  )
  assert.deepEqual(
    breaches(({ text }) => later.test(text) && 'promises work later'),
    [],
  )
})

/** What one PostgreSQL has and a distributed engine lacks. */
const ENGINE = new RegExp(
  String.raw`\bxid8\b|\bxm(ax|in)\b|\bctid\b|pg_(try_)?advisory|pg_(current_)?snapshot|for each statement|` +
    String.raw`(always|default) as identity|using gin \([^()]*,`,
  'i',
)
/** Where it is in tables, which nobody can move elsewhere. */
const ENGINE_MIGRATIONS = ['0007-ledger.sql', '0018-discovery.sql', '0040-performers.sql', '0059-journal.sql']

test('a server reads and writes only through `read` and `transaction()`, which repeat it after a conflict', () => {
  assert.deepEqual(
    breaches(({ file, text }) => {
      if (
        !file.startsWith('server/') ||
        isTest(file) ||
        /\/platform\/(database|embedded-postgres)\/|\.race\.ts$/.test(file)
      )
        return false
      return /\bpool\.(query|connect)\(|new (pg\.)?(Pool|Client)\(/.test(text) && 'opens a connection of its own'
    }),
    [],
  )
})

test('SQL that depends on one PostgreSQL is in one file', () => {
  assert.deepEqual(
    breaches(({ file, text }) => {
      if (!/^(server|scripts)\//.test(file) || isTest(file) || file === 'server/platform/database/engine.ts')
        return false
      return ENGINE.test(text) && `has ${ENGINE.exec(text)?.[0]}: use server/platform/database/engine.ts`
    }),
    [],
  )
  const folder = path.join(ROOT, 'server/migrations')
  const dependent = fs
    .readdirSync(folder)
    .filter((name) => ENGINE.test(fs.readFileSync(path.join(folder, name), 'utf8')))
  assert.deepEqual(dependent, ENGINE_MIGRATIONS)
})

type Node = { type: string; start: number } & Record<string, unknown>

/** The nodes in a node. */
function nodesIn(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((one): one is Node => typeof one === 'object' && one !== null && 'type' in one)
}

const awaits = (node: Node): boolean =>
  node.type === 'AwaitExpression' || (!node.type.includes('Function') && nodesIn(node).some(awaits))

/** `Promise.all([one(), await other()])`: if `one` fails meanwhile, nobody handles it yet, and Node ends the process. */
function* lateCombinations(node: Node): Generator<Node> {
  const { object } = ((node['callee'] as Node | undefined) ?? {}) as { object?: { name?: string } }
  const [list] = (node['arguments'] as Node[] | undefined) ?? []
  if (object?.name === 'Promise' && list?.type === 'ArrayExpression' && nodesIn(list).slice(1).some(awaits)) yield node
  for (const inner of nodesIn(node)) yield* lateCombinations(inner)
}

test('promises that are combined are begun without waiting in between', () => {
  assert.deepEqual(
    breaches(({ file, text }) => {
      if (!text.includes('Promise.')) return false
      const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
      const [first] = lateCombinations(tree)
      return (
        first !== undefined && `line ${text.slice(0, first.start).split('\n').length} waits within a list of promises`
      )
    }),
    [],
  )
})

/** Names that a node declares, and those of its parameters. */
function declaredIn(node: Node): string[] {
  const names = (pattern: Node): string[] =>
    pattern.type === 'Identifier' ? [String(pattern['name'])] : nodesIn(pattern).flatMap(names)
  const patterns = [node.type === 'VariableDeclarator' ? node['id'] : [], node['params'] ?? []].flat() as Node[]
  return [...patterns.flatMap(names), ...nodesIn(node).flatMap(declaredIn)]
}

/** Assignments to what is declared outside of the function. */
function* outerAssignments(work: Node): Generator<Node> {
  const own = new Set(declaredIn(work))
  const all = function* (node: Node): Generator<Node> {
    const target = (node['left'] ?? node['argument']) as Node | undefined
    const isChange = node.type === 'AssignmentExpression' || node.type === 'UpdateExpression'
    if (isChange && target?.type === 'Identifier' && !own.has(String(target['name']))) yield node
    for (const inner of nodesIn(node)) yield* all(inner)
  }
  yield* all(work)
}

function* assignmentsOfTransactions(node: Node): Generator<Node> {
  const { property } = ((node['callee'] as Node | undefined) ?? {}) as { property?: { name?: string } }
  const [work] = (node['arguments'] as Node[] | undefined) ?? []
  if (property?.name === 'transaction' && work?.type === 'ArrowFunctionExpression') yield* outerAssignments(work)
  for (const inner of nodesIn(node)) yield* assignmentsOfTransactions(inner)
}

test('work of a transaction, which is repeated after a conflict, changes no variable outside it', () => {
  const found = breaches(({ file, text }) => {
    if (!file.startsWith('server/') || isTest(file) || !text.includes('.transaction(')) return false
    const [first] = assignmentsOfTransactions(parseAst(text, { lang: 'ts' }) as unknown as Node)
    return (
      first !== undefined && `line ${text.slice(0, first.start).split('\n').length} changes it, also when rolled back`
    )
  })
  assert.deepEqual(found, [])
})
