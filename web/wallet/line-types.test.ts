/** The slugs of statement types in URLs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineTypes, receiptHref, typeOfSlug } from './line-types.ts'

test('every type is found by its short form and by its name, in any case, and nothing else is', () => {
  for (const { type } of lineTypes) {
    const slug = receiptHref(type, 'x').split('/')[2]
    for (const text of [slug, type, type.toUpperCase()]) assert.equal(typeOfSlug(text), type)
  }
  for (const text of [undefined, '', 'tips']) assert.equal(typeOfSlug(text), undefined)
})
