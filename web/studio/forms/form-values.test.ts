/** Forms: values are trimmed, empty fields left out, invalid ones reported. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changesOf,
  completeAddress,
  fieldOfCode,
  LINK_RULES,
  parseFields,
  readFields,
  valuesOf,
} from './form-values.ts'

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

test('a URL is completed, and one that runs scripts is refused', () => {
  assert.equal(completeAddress('http://a.example/b'), 'http://a.example/b')
  for (const wrong of ['javascript:alert(1)', 'just words', 'localhost', 'ftp://a.example']) {
    assert.equal(completeAddress(wrong), null, wrong)
  }
})

test('only changed fields are sent, and cleared ones are sent empty', () => {
  const rules = { title: { max: 10, isRequired: true }, description: { max: 10 }, upc: { max: 13 } } as const
  const initial = { title: 'One', description: 'Words', upc: '' }
  assert.deepEqual(changesOf({ title: 'One' }, initial, rules), { description: '' })
  assert.deepEqual(changesOf({ title: 'Two', description: 'Words', upc: '1' }, initial, rules), {
    title: 'Two',
    upc: '1',
  })
  assert.deepEqual(changesOf({ title: 'One', description: 'Words' }, initial, rules), {})
})

test('a field can have a further check with its own message', () => {
  const check = (typed: string) => (typed === 'right' ? null : 'That is wrong.')
  assert.deepEqual(readFields(formOf({ code: 'left' }), { code: { max: 10, check } }).errors, {
    code: 'That is wrong.',
  })
  assert.deepEqual(readFields(formOf({ code: '' }), { code: { max: 10, check } }).errors, {})
})

test('a server error is shown at the field it concerns', () => {
  const rules = { title: { max: 10, codes: ['title-taken'] } } as const
  assert.equal(fieldOfCode('title-taken', rules), 'title')
  assert.equal(fieldOfCode('picture-invalid', rules), 'artwork')
  assert.equal(fieldOfCode('internal-error', rules), 'form')
})

test('content becomes the text of its fields, and a request is made of that text by their rules', () => {
  const rules = {
    title: { max: 10 },
    season: { max: 8, parse: (typed: string) => (typed === '' ? null : Number(typed)) },
    isExplicit: { max: 5, parse: (value: string) => value === 'true' },
  }
  const content = { id: 'a1', title: 'Storm', season: null, isExplicit: false }
  assert.deepEqual(valuesOf(content, rules), { title: 'Storm', season: '', isExplicit: 'false' })
  assert.deepEqual(parseFields({ title: '', season: '', isExplicit: 'true' }, rules), {
    title: '',
    season: null,
    isExplicit: true,
  })
  assert.deepEqual(parseFields({ season: '3' }, rules), { season: 3 })
})
