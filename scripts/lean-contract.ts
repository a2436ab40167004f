/** The contract as a browser needs it: where a call goes, without the schemas it is checked by.
 * Not what is checked: types see the whole contract, and the server, its tests and its rendered pages read the whole. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst, type Plugin } from 'vite'
import type { Endpoint } from '../contract/endpoint.ts'

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Constant = { name: string; value: Node }

/** For the build alone: in development the contract is served as it is written. */
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

/** All calls at once are wanted by the page that lists them, and only for listing. */
function writeList(calls: Calls): string {
  const listed = Object.fromEntries(
    Object.entries(calls).map(([name, { method, path, base, access, summary }]) => [
      name,
      { method, path, base, access, summary },
    ]),
  )
  return `export const calls = JSON.parse(${JSON.stringify(JSON.stringify(listed))})`
}

/** Each call becomes what web/ reads of it. What else runs when the module is read, above all schemas, becomes something
 * that is dropped where nobody asks for it: a function called at once, known to change nothing. */
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

/** An import of which nothing is used any more would still bring its file. */
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

function writeCall({ method, path, base, isForm, fallback }: Endpoint): string {
  return JSON.stringify({ method, path, base, isForm, fallback })
}

function constantsOf(statement: Node): Constant[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return (declared['declarations'] as { id: { name: string }; init: Node | null }[]).flatMap(({ id, init }) =>
    init ? { name: id.name, value: init } : [],
  )
}

/** Whether making this value calls anything. What stands inside a function runs later. */
function runsSomething(node: Node): boolean {
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return false
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return true
  return Object.values(node)
    .flat()
    .some((value) => typeof value === 'object' && value !== null && 'type' in value && runsSomething(value as Node))
}
