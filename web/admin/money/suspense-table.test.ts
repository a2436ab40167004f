/** Operators read why money is unassigned, for every reason that the server has. Reads the sources. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { test } from 'node:test'

const between = (file: string, from: string, to: string): string =>
  fs.readFileSync(file, 'utf8').split(from)[1]!.split(to)[0]!

test('every reason of unassigned money has a text', () => {
  const server = between('server/payments/statements/suspense.ts', 'type SuspenseReason =', 'export type')
  const table = between('web/admin/money/suspense-table.tsx', 'const REASONS', '\n}')
  const reasons = [...server.matchAll(/'([a-z-]+)'/g)].map(([, reason]) => reason!)
  assert.ok(reasons.length > 8)
  assert.deepEqual(
    reasons.filter((reason) => !new RegExp(`^ +'?${reason}'?: `, 'm').test(table)),
    [],
  )
})
