/** Finds every typed statement of server/: each sql<Row>`…`, its text as PostgreSQL receives it, and its row type by
 * the compiler. Fragments are inlined; if a fragment depends on a condition, there is a text for each outcome. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as is from 'typescript/unstable/ast/is'
import type { Expression, Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast'
import { API, SymbolFlags, TypeFlags, type Checker, type Symbol, type Type } from 'typescript/unstable/sync'

/** `types`: the possible types of its values: `string`, `null` or the name of a class or object type. */
export type RowField = { name: string; types: string[] }
export type Statement = {
  /** `server/…/queries.ts selectAlbum`. */
  place: string
  fields: RowField[]
  texts: string[]
  /** Why the text is unknown. */
  unknown: string | null
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** `parameters`: the arguments of the function, and where they were written. `isYes`: which branch of conditions is
 * taken. */
type Reading = { checker: Checker; isYes: boolean; parameters: ReadonlyMap<string, Given> }
type Given = { expression: Expression; reading: Reading }
type Builder = { values: number }

/** A fragment whose text cannot be derived from the source. */
class Unknown extends Error {}

export function readStatements(): Statement[] {
  const api = new API({ cwd: ROOT })
  try {
    const config = path.join(ROOT, 'tsconfig.json')
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    const local = (name: string) => path.relative(ROOT, name)
    return program
      .getSourceFileNames()
      .filter((name) => local(name).startsWith('server/') && !name.endsWith('.test.ts'))
      .flatMap((name) => readFile(checker, program.getSourceFile(name)!, local(name)))
  } finally {
    api.close()
  }
}

function readFile(checker: Checker, file: SourceFile, name: string): Statement[] {
  const statements: Statement[] = []
  for (const declared of file.statements)
    visit(declared, (node) => {
      if (!is.isPropertyAccessExpression(node) || node.name.text !== 'execute') return
      const { expression } = node
      if (!is.isTaggedTemplateExpression(expression) || expression.typeArguments?.length !== 1) return
      const place = `${name} ${is.isFunctionDeclaration(declared) ? declared.name?.text : 'outside a function'}`
      statements.push(readStatement(checker, place, expression))
    })
  return statements
}

function visit(node: Node, each: (node: Node) => void): void {
  each(node)
  node.forEachChild((child) => visit(child, each))
}

function readStatement(checker: Checker, place: string, node: TaggedTemplateExpression): Statement {
  const type = checker.getTypeFromTypeNode(node.typeArguments![0]!)!
  const fields = checker.getPropertiesOfType(type).map((property) => ({
    name: property.name,
    types: [...new Set(typesOf(checker, checker.getTypeOfSymbol(property)!))],
  }))
  const statement: Statement = { place, fields, texts: [], unknown: null }
  try {
    for (const isYes of [true, false]) {
      const reading: Reading = { checker, isYes, parameters: new Map() }
      const text = textOfTemplate(reading, node, { values: 0 })
      if (!statement.texts.includes(text)) statement.texts.push(text)
    }
  } catch (error) {
    if (!(error instanceof Unknown)) throw error
    statement.unknown = error.message
  }
  return statement
}

const primitives: readonly [TypeFlags, string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
]

function typesOf(checker: Checker, type: Type): string[] {
  if (type.isUnionType()) return type.getTypes().flatMap((one) => typesOf(checker, one))
  const primitive = primitives.find(([flag]) => (type.flags & flag) !== 0)
  return [primitive?.[1] ?? type.getSymbol()?.name ?? checker.typeToString(type)]
}

function textOfTemplate(reading: Reading, node: TaggedTemplateExpression, builder: Builder): string {
  const { template } = node
  if (is.isNoSubstitutionTemplateLiteral(template)) return template.text
  let text = template.head.text
  for (const span of template.templateSpans) text += textOf(reading, span.expression, builder) + span.literal.text
  return text
}

function isFragment({ checker }: Reading, node: Expression): boolean {
  const type = checker.getTypeAtLocation(node)
  return (
    type !== undefined &&
    /\b(RawBuilder|Expression)<|AliasableExpression|OperandExpression/.test(checker.typeToString(type))
  )
}

function textOf(reading: Reading, node: Expression, builder: Builder): string {
  const { checker } = reading
  if (is.isParenthesizedExpression(node) || is.isAsExpression(node)) return textOf(reading, node.expression, builder)
  if (is.isConditionalExpression(node) && (isFragment(reading, node) || isFragment(reading, node.whenTrue)))
    return textOf(reading, reading.isYes ? node.whenTrue : node.whenFalse, builder)
  if (is.isTaggedTemplateExpression(node)) return textOfTemplate(reading, node, builder)
  if (!isFragment(reading, node)) return `$${++builder.values}`
  if (is.isCallExpression(node)) return textOfCall(reading, node, builder)
  if (is.isIdentifier(node) || is.isPropertyAccessExpression(node)) {
    const given = reading.parameters.get(node.getText())
    if (given !== undefined) return textOf(given.reading, given.expression, builder)
    const initializer = initializerOf(checker, node)
    if (initializer !== undefined) return textOf(reading, initializer, builder)
  }
  // Any condition is fine, because it does not change the columns.
  if (/RawBuilder<boolean>|Condition/.test(typeText(checker, node))) return 'TRUE'
  throw new Unknown(node.getText())
}

function typeText(checker: Checker, node: Node): string {
  const type = checker.getTypeAtLocation(node)
  return type === undefined ? '' : checker.typeToString(type)
}

/** The declaration of a variable, or of a property of an object literal. */
function initializerOf(checker: Checker, node: Expression): Expression | undefined {
  const declared = declarationOf(checker, is.isPropertyAccessExpression(node) ? node.name : node)
  if (declared === undefined) return undefined
  if (is.isVariableDeclaration(declared) || is.isPropertyAssignment(declared)) return declared.initializer
  return undefined
}

function declarationOf(checker: Checker, node: Node): Node | undefined {
  let symbol: Symbol | undefined = checker.getSymbolAtLocation(node)
  if (symbol === undefined) return undefined
  if ((symbol.flags & SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol)
  return (symbol.valueDeclaration as { resolve?: () => Node } | undefined)?.resolve?.()
}

const quoted = (name: string) =>
  name
    .split('.')
    .map((part) => `"${part}"`)
    .join('.')

type Call = Node & { expression: Expression; arguments: readonly Expression[] }

function textOfCall(reading: Reading, node: Call, builder: Builder): string {
  const name = node.expression.getText()
  const [first, second] = node.arguments
  const value = () => `$${++builder.values}`
  if (name === 'sql.ref' || name === 'sql.id' || name === 'sql.table') return quoted(literalOf(reading, first!))
  if (name === 'sql.raw') return literalOf(reading, first!)
  if (name === 'sql.join' && second === undefined) return value()
  if (name === 'sql.lit') return `'${literalOf(reading, first!)}'`
  if (name === 'columnList') {
    const alias = second === undefined ? '' : `${literalOf(reading, second)}.`
    return namesOf(reading, first!)
      .map((column) => quoted(alias + column))
      .join(', ')
  }
  if (name === 'rowValues') {
    const columns = propertiesOf(reading, first!)
    return `(${columns.map(quoted).join(', ')}) VALUES (${columns.map(value).join(', ')})`
  }
  if (name === 'assignments')
    return propertiesOf(reading, first!)
      .map((one) => `${quoted(one)} = ${value()}`)
      .join(', ')
  const declared = calledBy(reading, node)
  if (declared === undefined) throw new Unknown(node.getText())
  const given = node.arguments.map((expression) => ({ expression, reading }))
  return textOfFunction(reading, declared, given, builder)
}

function calledBy({ checker }: Reading, { expression }: Call): Node | undefined {
  let declared = declarationOf(checker, is.isPropertyAccessExpression(expression) ? expression.name : expression)
  while (declared !== undefined && (is.isPropertyAssignment(declared) || is.isVariableDeclaration(declared))) {
    if (declared.initializer === undefined || !is.isIdentifier(declared.initializer)) return declared
    declared = declarationOf(checker, declared.initializer)
  }
  return declared
}

/** The fragment that a function returns. */
function textOfFunction(reading: Reading, declared: Node, given: readonly Given[], builder: Builder): string {
  const made = is.isVariableDeclaration(declared) || is.isPropertyAssignment(declared) ? declared.initializer : declared
  if (made === undefined || !(is.isFunctionDeclaration(made) || is.isArrowFunction(made)))
    throw new Unknown(declared.getText().slice(0, 60))
  const parameters = new Map<string, Given>()
  for (const [index, { name }] of made.parameters.entries())
    if (is.isIdentifier(name) && given[index] !== undefined) parameters.set(name.text, given[index])
  const inside: Reading = { ...reading, parameters }
  const { body } = made
  if (body !== undefined && !is.isBlock(body)) return textOf(inside, body, builder)
  const returned: Expression[] = []
  visit(body!, (one) => {
    if (is.isReturnStatement(one) && one.expression !== undefined) returned.push(one.expression)
  })
  const chosen = reading.isYes ? returned[0] : returned.at(-1)
  if (chosen === undefined) throw new Unknown('nothing returned')
  return textOf(inside, chosen, builder)
}

function literalOf(reading: Reading, node: Expression): string {
  const given = is.isIdentifier(node) ? reading.parameters.get(node.text) : undefined
  if (given !== undefined) return literalOf(given.reading, given.expression)
  if (is.isTemplateExpression(node))
    return (
      node.head.text + node.templateSpans.map((one) => literalOf(reading, one.expression) + one.literal.text).join('')
    )
  const texts = literalsAt(reading.checker, node)
  const text = reading.isYes ? texts[0] : texts.at(-1)
  if (text === undefined) throw new Unknown(`${node.getText()} is not known`)
  return text
}

/** Properties of a union of objects come in the order of these objects, so that two of them belong together. */
function literalsAt(checker: Checker, node: Expression): string[] {
  const owner = is.isPropertyAccessExpression(node) ? checker.getTypeAtLocation(node.expression) : undefined
  if (!is.isPropertyAccessExpression(node) || !owner?.isUnionType()) return literalsOf(checker.getTypeAtLocation(node))
  return owner.getTypes().flatMap((one) => {
    const property = checker.getPropertiesOfType(one).find(({ name }) => name === node.name.text)
    return property === undefined ? [] : literalsOf(checker.getTypeOfSymbol(property))
  })
}

/** The texts of a union of string literals. */
function literalsOf(type: Type | undefined): string[] {
  if (type?.isUnionType()) return type.getTypes().flatMap(literalsOf)
  return type?.isStringLiteralType() ? [type.value] : []
}

function namesOf(reading: Reading, node: Expression): string[] {
  if (is.isArrayLiteralExpression(node)) return node.elements.flatMap((one) => namesOfElement(reading, one))
  if (is.isAsExpression(node)) return namesOf(reading, node.expression)
  if (is.isIdentifier(node)) {
    const given = reading.parameters.get(node.text)
    if (given !== undefined) return namesOf(given.reading, given.expression)
    const declared = declarationOf(reading.checker, node)
    if (declared !== undefined && is.isVariableDeclaration(declared) && declared.initializer !== undefined)
      return namesOf(reading, declared.initializer)
  }
  throw new Unknown(node.getText())
}

function namesOfElement(reading: Reading, node: Expression): string[] {
  if (is.isSpreadElement(node)) return namesOf(reading, node.expression)
  return [is.isStringLiteral(node) ? node.text : literalOf(reading, node)]
}

function propertiesOf({ checker }: Reading, node: Expression): string[] {
  const type: Type | undefined = checker.getTypeAtLocation(node)
  const names = type === undefined ? [] : checker.getPropertiesOfType(type).map(({ name }) => name)
  if (names.length === 0) throw new Unknown(`columns of ${node.getText()}`)
  return names
}
