/** How the code uses the texts of locales/: each text gets exactly the values that its placeholders name, and each text is
 * used. The compiler checks only that keys exist. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { readTexts } from '#locales/texts.ts'

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** Which argument is the key, and which the values. `also`: values that are always given and may be unused. */
type Taker = { key: number; values: number; also?: readonly string[]; keysOf?: (name: string) => string[] }
type Uses = { wrong: string[]; used: Set<string>; templates: RegExp[]; literals: Set<string> }

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const texts: Readonly<Record<string, string>> = readTexts('en')
const namesIn = (key: string): string[] => texts[key]?.match(/(?<=\{)\w+(?=\})/g) ?? []

const mailKeys = (name: string) => [`mail.${name}.subject`, `mail.${name}.text`]
const TAKERS: Readonly<Record<string, Taker>> = {
  t: { key: 0, values: 1 },
  textIn: { key: 1, values: 2 },
  brokenRule: { key: 0, values: 1 },
  mailIn: { key: 1, values: 2, keysOf: mailKeys },
  writeMail: { key: 0, values: 2, also: ['brand', 'home'], keysOf: mailKeys },
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const stringOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null

function readUses(code: string, file: string): Uses {
  const uses: Uses = { wrong: [], used: new Set(), templates: [], literals: new Set() }
  const blame = (node: Node, what: string) => uses.wrong.push(`${file}: ${what}: ${code.slice(node.start, node.end)}`)
  const visit = (node: Node): void => {
    const name = (node['id'] as Node | null)?.['name']
    // These functions pass on their own arguments.
    if (/^(FunctionDeclaration|VariableDeclarator)$/.test(node.type) && Object.hasOwn(TAKERS, String(name))) return
    const callee = (node['callee'] as Node | undefined)?.['name']
    const taker = node.type === 'CallExpression' && Object.hasOwn(TAKERS, String(callee)) && TAKERS[String(callee)]
    if (taker) return readCall(node, taker)
    const literal = stringOf(node)
    if (literal !== null) {
      uses.literals.add(literal)
      if (namesIn(literal).length > 0) blame(node, 'a text with placeholders gets no values')
    }
    childrenOf(node).forEach(visit)
  }
  const readCall = (node: Node, taker: Taker): void => {
    const given = node['arguments'] as Node[]
    const key = given[taker.key]
    const values = given[taker.values]
    given.filter((one) => one !== key).forEach(visit)
    if (key === undefined) return
    const names = values === undefined ? [] : namesOf(values)
    const wanted = keysOf(key, taker)
    if (names === null) blame(node, 'the values are not an object literal with plain names')
    else if (wanted === null) {
      visit(key)
      if (names.length > 0) blame(node, 'values for a key that is not a literal')
    } else {
      if (key.type !== 'TemplateLiteral') for (const one of wanted) uses.used.add(one)
      const all = new Set(wanted.flatMap(namesIn))
      const missing = [...all].filter((one) => !names.includes(one) && !taker.also?.includes(one))
      const unused = names.filter((one) => !all.has(one))
      if (wanted.length === 0) blame(node, 'no such text')
      if (missing.length > 0) blame(node, `without ${missing.join(', ')}`)
      if (unused.length > 0) blame(node, `has no ${unused.join(', ')}`)
    }
  }
  /** All texts that the call may use; null if its key is not a literal. */
  const keysOf = (node: Node, taker: Taker): string[] | null => {
    const literal = stringOf(node)
    if (literal !== null) return taker.keysOf?.(literal) ?? [literal]
    if (node.type === 'ConditionalExpression') {
      visit(node['test'] as Node)
      const both = [node['consequent'], node['alternate']].map((side) => keysOf(side as Node, taker))
      return both.includes(null) ? null : both.flatMap((side) => side ?? [])
    }
    if (node.type !== 'TemplateLiteral') return null
    ;(node['expressions'] as Node[]).forEach(visit)
    const parts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) =>
      value.cooked.replaceAll('.', String.raw`\.`),
    )
    const template = new RegExp(`^${parts.join('([^.]+)')}$`)
    uses.templates.push(template)
    return Object.keys(texts).filter((one) => template.test(one))
  }
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  return uses
}

/** The names of an object literal; null for anything else. */
function namesOf(node: Node): string[] | null {
  if (node.type !== 'ObjectExpression') return null
  const names = (node['properties'] as Node[]).map((one) => {
    const name = (one['key'] as Node | undefined)?.['name']
    return one.type === 'Property' && one['computed'] === false && typeof name === 'string' ? name : null
  })
  return names.includes(null) ? null : names.flatMap((name) => name ?? [])
}

test('each text gets exactly the values it names, and each text is used', () => {
  const files = fs
    .globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.(test|conformance|fixture)\.tsx?$/.test(file))
  const uses = files.map((file) => readUses(fs.readFileSync(path.join(ROOT, file), 'utf8'), file))
  assert.deepEqual(
    uses.flatMap(({ wrong }) => wrong),
    [],
  )
  const literals = new Set(uses.flatMap((one) => [...one.literals]))
  const templates = uses.flatMap((one) => one.templates)
  const used = new Set([...literals, ...uses.flatMap((one) => [...one.used])])
  // The value in a template is a literal somewhere: an error code where it is thrown, or a kind in the contract.
  const isFilled = (key: string) =>
    templates.some((one) =>
      one
        .exec(key)
        ?.slice(1)
        .every((part) => literals.has(part)),
    )
  assert.ok(literals.size > 1000)
  assert.deepEqual(
    Object.keys(texts).filter((key) => !used.has(key) && !isFilled(key)),
    [],
  )
})

test('a wrong use of a text is reported', () => {
  const FIELD = '`field.$' + '{fault}`'
  const wrong = (code: string) => readUses(code, 'example.ts').wrong.length
  const right = [
    "t('common.copy')",
    "t('share.openTitle', { title })",
    "t(isOwn ? 'common.copy' : 'share.openTitle', { title })",
    `textIn(language, ${FIELD}, { field, limit, values })`,
    "mailIn(language, 'loginCode', { brand, home, code })",
    "writeMail('passwordReset', mail, { link })",
    "const word: WordKey = 'common.copy'; t(word)",
  ]
  assert.deepEqual(right.map(wrong), Array(right.length).fill(0))
  const faults = [
    "t('share.openTitle')",
    "t('share.openTitle', { titel })",
    "t('share.openTitle', { title, brand })",
    "t('common.copy', { title })",
    "t('share.openTitle', values)",
    "t('share.openTitle', { ...values })",
    "const word: WordKey = 'share.openTitle'",
    't(word, { title })',
    "t(words[kind] ?? 'share.openTitle', { title })",
    `textIn(language, ${FIELD}, { field, limit })`,
    `textIn(language, ${FIELD.replace('field', 'nothing')})`,
    "mailIn(language, 'loginCode', { brand, code })",
    "writeMail('passwordReset', mail, {})",
  ]
  assert.deepEqual(
    faults.filter((code) => wrong(code) === 0),
    [],
  )
})
