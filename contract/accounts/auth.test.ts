/** The parsers of email addresses and usernames accept the same input as the schemas. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { Email, parseEmail, parseUsername, Username } from './identifiers.ts'

const parseWith = (schema: z.ZodMiniType<string, string>, typed: string) => {
  const parsed = z.safeDecode(schema, typed)
  return parsed.success ? parsed.data : null
}

const characters = fc.constantFrom(...`aZ09._-+'@@ .ü\t"!`)

test('parseEmail accepts the same input as the schema', () => {
  for (const typed of [
    'a@b.de',
    ' A.b+c@X.org ',
    'a@b',
    'a..b@c.de',
    '.a@b.de',
    "a'@b.de",
    "o'k@a-b.co.uk",
    'ü@b.de',
    '',
  ])
    assert.equal(parseEmail(typed), parseWith(Email, typed), typed)
  const typed = fc.tuple(fc.string({ unit: characters, maxLength: 12 }), fc.string({ unit: characters, maxLength: 8 }))
  fc.assert(
    fc.property(typed, ([name, host]) => {
      const address = `${name}@${host}.org`
      assert.equal(parseEmail(address), parseWith(Email, address))
      assert.equal(parseEmail(name), parseWith(Email, name))
    }),
    { numRuns: 2_000 },
  )
  const long = `${'a'.repeat(250)}@b.de`
  assert.equal(parseEmail(long), parseWith(Email, long))
})

test('parseUsername accepts the same input as the schema', () => {
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 33 }), (name) =>
      assert.equal(parseUsername(name), parseWith(Username, name)),
    ),
  )
})
