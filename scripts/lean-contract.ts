/** The contract as a browser needs it: methods and paths of the endpoints, without the validation schemas. Types still
 * see the whole contract, and the server, its tests and its rendered pages use the whole. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst, type Plugin } from 'vite'
import type { Endpoint } from '../contract/endpoint.ts'

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Constant = { name: string; value: Node }

/** For the build only: in development the contract is served unchanged. */
export function leanContract(): Plugin {
  let folder = ''
  return {
    name: 'peal:lean-contract',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ root }) {
      folder = `${path.resolve(root, 'contract')}${path.sep}`
    },
    async transform(code, id) {
      const file = path.normalize(id)
      if (!file.startsWith(folder) || !file.endsWith('.ts')) return null
      const whole = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      const isList = path.basename(file) === 'calls.ts'
      return { code: isList ? writeList(whole['calls'] as Calls) : leanModule(code, whole), map: null }
    },
  }
}

type Calls = Readonly<Record<string, Endpoint>>

/** Only the page that lists all endpoints needs them immediately, and only for listing. */
function writeList(calls: Calls): string {
  const listed = Object.fromEntries(
    Object.entries(calls).map(([name, { method, path, base, access, summary }]) => [
      name,
      { method, path, base, access, summary },
    ]),
  )
  return `export const calls = JSON.parse(${JSON.stringify(JSON.stringify(listed))})`
}

/** Reduces each endpoint to the fields that web/ uses. Everything else that runs on import, mainly schemas, is wrapped
 * in a function marked as pure and called immediately, so that it is dropped when nothing uses it. */
export function leanModule(code: string, whole: Record<string, unknown>): string {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }
  const lean = body
    .flatMap(constantsOf)
    .toSorted((one, other) => other.value.start - one.value.start)
    .reduce((text, { name, value }) => {
      const written = text.slice(value.start, value.end)
      const instead = isEndpoint(whole[name])
        ? writeCall(whole[name])
        : runsSomething(value)
          ? `/* @__PURE__ */ (() => (${written}))()`
          : written
      return text.slice(0, value.start) + instead + text.slice(value.end)
    }, code)
  return dropImports(lean)
}

/** An import whose names are all unused would still load its file. */
function dropImports(code: string): string {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const rest = body.filter(({ type }) => type !== 'ImportDeclaration').map(({ start, end }) => code.slice(start, end))
  const used = new Set(rest.join('\n').match(/[\w$]+/g))
  return imports
    .filter((one) => (one['specifiers'] as { local: { name: string } }[]).every(({ local }) => !used.has(local.name)))
    .reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

function writeCall({ method, path, base, isForm, fallback, retry }: Endpoint): string {
  return JSON.stringify({ method, path, base, isForm, fallback, retry })
}

function constantsOf(statement: Node): Constant[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return (declared['declarations'] as { id: { name: string }; init: Node | null }[]).flatMap(({ id, init }) =>
    init ? { name: id.name, value: init } : [],
  )
}

/** Whether evaluating this value calls anything. Calls inside a function run later. */
function runsSomething(node: Node): boolean {
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return false
  // To spread a list runs its iterator.
  if (['CallExpression', 'NewExpression', 'SpreadElement'].includes(node.type)) return true
  return Object.values(node)
    .flat()
    .some((value) => typeof value === 'object' && value !== null && 'type' in value && runsSomething(value as Node))
}
