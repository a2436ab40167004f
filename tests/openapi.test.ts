/** The OpenAPI document: linted, small, and correct for the running server where this test can check it. The rest is
 * checked with Schemathesis (CONTRIBUTING.md). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { calls } from '#contract/calls.ts'
import { pathOf } from '#contract/endpoint.ts'
import { createTestUser, type TestUser } from './users.ts'
import { createTestWorld, type TestWorld } from './world.ts'

/** It grows with the calls; shared parts must not be repeated in each. */
const MAX_BYTES_PER_CALL = 1_050
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

type Operation = {
  operationId: string
  security?: object[]
  parameters?: { name: string; in: string; schema: { minimum?: number; maximum?: number } }[]
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, unknown> }>
}
type Parameter = NonNullable<Operation['parameters']>[number]
type Document = {
  security: object[]
  components: { parameters: Record<string, Parameter> }
  servers: { url: string }[]
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>>
}

let test_: TestWorld
let text: string
let document: Document
let user: TestUser

before(async () => {
  test_ = await createTestWorld({ lightning: 'sandbox' })
  text = await (await fetch(`${test_.origin}/openapi.json`)).text()
  document = JSON.parse(text) as Document
  user = await createTestUser(test_)
})
after(() => test_[Symbol.asyncDispose]())

const parameterOf = (parameter: Parameter | { $ref: string }): Parameter =>
  '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter

/** Each call with its entry in the document. */
function operations(): { name: string; operation: Operation }[] {
  return Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .map((operation) => ({
      name: operation.operationId,
      operation: { ...operation, parameters: (operation.parameters ?? []).map(parameterOf) },
    }))
}

test('it is linted without an error', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  assert.deepEqual(
    errors.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    [],
  )
})

test('it is small, because shared parts are written once', () => {
  const bytes = Buffer.byteLength(text)
  assert.ok(bytes < MAX_BYTES_PER_CALL * Object.keys(calls).length, `${bytes} bytes`)
})

test('it states who may call, the response and the errors', () => {
  const known = operations()
  assert.equal(known.length, Object.keys(calls).length)
  for (const { name, operation } of known) {
    const call = calls[name]!
    const { security = document.security } = operation
    assert.equal(security.length === 0, call.access === 'public' && call.provesKey !== true, name)
    assert.ok('4XX' in operation.responses, name)
    for (const code of call.errors ?? []) assert.ok(operation.responses['4XX'].description?.includes(code), name)
    for (const { name: parameter, schema } of operation.parameters ?? []) {
      if (parameter === 'page' && schema.maximum !== undefined) assert.equal(schema.minimum, 1, `${name} page`)
    }
  }
  assert.deepEqual(document.servers, [{ url: '/' }])
})

test('responses that are files, or have another status, are described as such, and are so', async () => {
  const byName = new Map(operations().map(({ name, operation }) => [name, operation]))
  const bearer = { authorization: `Bearer ${user.token}` }
  for (const [name, path, type] of [
    ['exportAccount', '/v1/accounts/export', 'application/json'],
    ['exportStatement', '/v1/accounts/statement.csv', 'text/csv'],
  ] as const) {
    const response = await fetch(test_.origin + path, { headers: bearer })
    assert.equal(response.headers.get('content-type')?.split(';')[0], type)
    assert.deepEqual(Object.keys(byName.get(name)!.responses['200']!.content!), [type])
    await response.arrayBuffer()
  }
  const made = await fetch(`${test_.origin}/v1/accounts/user`, { method: 'POST', headers: bearer })
  assert.equal(made.status, 201)
  assert.ok('201' in byName.get('createUser')!.responses)
  assert.ok(!('200' in byName.get('createUser')!.responses))
})

test('a known path responds to undocumented methods with 405 and Allow, in the envelope', async () => {
  const idOf = (path: string) => path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')
  let asked = 0
  for (const [path, known] of Object.entries(document.paths)) {
    if (!path.startsWith('/v1/')) continue
    for (const method of METHODS.filter((one) => !(one in known))) {
      const response = await fetch(test_.origin + idOf(path), { method: method.toUpperCase() })
      const answer = (await response.json()) as { success: boolean; code: string }
      // A fixed path can also match the path of another call with a parameter, and then has its methods too.
      const where = `${method} ${path}: ${JSON.stringify(answer)}`
      assert.equal(response.status, 405, where)
      assert.deepEqual([answer.success, answer.code], [false, 'method-not-allowed'], where)
      const allow = response.headers.get('allow')?.toLowerCase().split(', ') ?? []
      assert.deepEqual(
        allow.filter((one) => one !== 'head'),
        Object.keys(known).toSorted(),
        where,
      )
      asked += 1
    }
  }
  assert.ok(asked > 400)
  assert.equal((await fetch(`${test_.origin}/v1/nothing-of-the-kind`)).status, 404)
})

test('page 0 is refused everywhere, as documented', async () => {
  const paged = Object.values(calls).filter(
    ({ method, access, query, path }) =>
      method === 'GET' && access === 'public' && query !== undefined && !path.includes(':'),
  )
  let refused = 0
  for (const call of paged) {
    const operation = operations().find(({ name }) => calls[name] === call)!.operation
    if (!operation.parameters?.some(({ name }) => name === 'page')) continue
    assert.equal((await fetch(`${test_.origin}${pathOf(call)}?page=0`)).status, 400, pathOf(call))
    refused += 1
  }
  assert.ok(refused >= 3)
})
