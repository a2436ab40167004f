/** The contract is complete and safe to bind: names, bodies that refuse unknown fields, responses that leak nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '#contract/calls.ts'
import { pathOf } from '#contract/endpoint.ts'
import { errorCodes } from '#contract/errors.ts'
import { describeApi } from '#server/platform/http/openapi.ts'

type Node = {
  def?: { type: string; shape?: Record<string, Node>; catchall?: Node & { def: { type: string } } } & Record<
    string,
    unknown
  >
}

type Parts = { shape?: Record<string, Node>; options?: Node[] } & Partial<
  Record<'element' | 'innerType' | 'in' | 'out' | 'valueType', Node>
>

/** Visits a schema and everything in it. */
function walk(schema: Node, visit: (node: Node) => void, seen = new Set<Node>()): void {
  if (schema === undefined || schema === null || seen.has(schema) || schema.def === undefined) return
  seen.add(schema)
  visit(schema)
  const { shape, element, innerType, options, in: input, out, valueType } = schema.def as unknown as Parts
  for (const child of Object.values<Node>(shape ?? {})) walk(child, visit, seen)
  for (const child of [element, innerType, input, out, valueType, ...(options ?? [])]) {
    if (child !== undefined) walk(child, visit, seen)
  }
}

test('each call has its own method and path', () => {
  const names = Object.values(calls).map((call) => `${call.method} ${pathOf(call).toLowerCase()}`)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.length >= 40)
})

test('every parameter in a path has a schema, and there is no other', () => {
  for (const [name, call] of Object.entries(calls)) {
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]!).sort()
    const inSchema = Object.keys((call.params as unknown as Node | undefined)?.def?.shape ?? {}).sort()
    assert.deepEqual(inSchema, inPath, name)
  }
})

test('bodies refuse unknown fields, at every depth', () => {
  for (const [name, call] of Object.entries(calls)) {
    if (call.body === undefined) continue
    walk(call.body as unknown as Node, (node) => {
      if (node.def?.type === 'object')
        assert.equal(node.def.catchall?.def.type, 'never', `${name} takes unknown fields`)
    })
  }
})

test('responses drop undeclared fields instead of failing or leaking, and encode exactly what is declared', () => {
  for (const [name, call] of Object.entries(calls)) {
    walk(call.data as unknown as Node, (node) => {
      assert.ok(
        !['default', 'prefault', 'transform', 'any', 'unknown'].includes(node.def!.type),
        `${name}: ${node.def!.type}`,
      )
      if (node.def?.type === 'object')
        assert.equal(node.def.catchall, undefined, `${name} has a strict response schema`)
    })
  }
})

test('writes are never public by accident', () => {
  const open = Object.entries(calls).filter(([, call]) => call.method !== 'GET' && call.access === 'public')
  assert.deepEqual(open.map(([name]) => name).sort(), [
    'beginPasskeyLogin',
    'completeOidc',
    'completeSocial',
    'completeTwitterEmail',
    'completeWallet',
    'countPreviewOpen',
    'createClip',
    'createInvoice',
    'createNotice',
    'createPurchaseInvoice',
    'giveGift',
    'handOnTicket',
    'holdOwnMoney',
    'holdTickets',
    'linkNostrKey',
    'login',
    'loginSecondFactor',
    'loginWithCustomToken',
    'loginWithPasskey',
    'mailPurchase',
    'mailTwitterCode',
    'makeOutsideInvoice',
    'openTickets',
    'payFromExternal',
    'playPreview',
    'redeemCode',
    'register',
    'reportPlays',
    'resetPassword',
    'sendPasswordReset',
    'setBehaviour',
    'signInWithNostr',
    'takeTicket',
    'unsubscribe',
    'unsubscribeFan',
    'unsubscribeLetter',
    'verifyEmail',
  ])
})

test('every error code of a call is in the catalogue', () => {
  for (const call of Object.values(calls)) {
    for (const code of call.errors ?? []) assert.ok(Object.hasOwn(errorCodes, code))
  }
})

test('OpenAPI 3.1 is generated from it, with every call', () => {
  const document = describeApi({ title: 'Peal', publicUrl: '' }) as {
    openapi: string
    paths: Record<string, object>
  }
  assert.equal(document.openapi, '3.1.0')
  const described = Object.values(document.paths).reduce((count, path) => count + Object.keys(path).length, 0)
  assert.equal(described, Object.keys(calls).length)
  assert.doesNotThrow(() => JSON.stringify(document))
})
