/** Forms: trimmed, empty fields left out, wrong ones named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeAddress, LINK_RULES, readFields } from './form-values.ts'

function formOf(values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

test('texts are trimmed and empty optional ones left out', () => {
  const rules = { name: { max: 10, isRequired: true }, bio: { max: 10 }, ...LINK_RULES } as const
  const { filled, errors } = readFields(formOf({ name: '  Mara ', bio: '   ', website: 'mara.example' }), rules)
  assert.deepEqual([filled, errors], [{ name: 'Mara', website: 'https://mara.example' }, {}])
})

test('a missing required field and one that is too long are named', () => {
  const rules = { name: { max: 3, isRequired: true }, bio: { max: 3 } } as const
  const { filled, errors } = readFields(formOf({ name: ' ', bio: 'abcd' }), rules)
  assert.deepEqual(filled, {})
  assert.deepEqual(Object.keys(errors), ['name', 'bio'])
})

test('an address is completed, and what runs script is none', () => {
  assert.equal(completeAddress('http://a.example/b'), 'http://a.example/b')
  for (const wrong of ['javascript:alert(1)', 'just words', 'localhost', 'ftp://a.example']) {
    assert.equal(completeAddress(wrong), null, wrong)
  }
})
