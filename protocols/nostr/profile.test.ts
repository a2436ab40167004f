/** Profiles with untrusted content. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseProfile } from './profile.ts'

const read = (content: unknown) => parseProfile({ content: JSON.stringify(content) })

test('a profile is parsed with both spellings of the display name', () => {
  const profile = read({
    name: ' ana ',
    display_name: 'Ana ⚡',
    about: 'one\ntwo',
    picture: 'https://a.example/p.png',
    banner: 'http://a.example/b.png',
    website: 'https://a.example',
    nip05: 'ana@a.example',
    lud16: 'ana@pay.example',
    lud06: 'ignored',
  })
  assert.deepEqual(profile, {
    name: 'ana',
    displayName: 'Ana ⚡',
    about: 'one\ntwo',
    picture: 'https://a.example/p.png',
    banner: 'http://a.example/b.png',
    website: 'https://a.example/',
    nip05: 'ana@a.example',
    lud16: 'ana@pay.example',
  })
  assert.equal(read({ displayName: 'Old' })?.displayName, 'Old')
})

test('URLs that are not http or https are left out', () => {
  for (const picture of [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//a.example/x',
    'file:///etc/passwd',
    7,
    {},
  ]) {
    assert.equal(read({ picture })?.picture, null, JSON.stringify(picture))
  }
  assert.equal(read({ picture: 'https://user:pass@a.example/' })?.picture, null)
  assert.equal(read({ picture: `https://a.example/${'x'.repeat(3_000)}` })?.picture, null)
})

test('invisible and direction-changing characters are removed, and the text is cut', () => {
  assert.equal(read({ name: 'a\u0000b\u202ec\u2066d\n' })?.name, 'abcd')
  assert.equal(read({ name: '\u0000\n ' })?.name, null)
  assert.equal(read({ about: 'a\nb\u0000\u202e' })?.about, 'a\nb')
  assert.equal(read({ name: '😀'.repeat(400) })?.name, '😀'.repeat(255))
  assert.equal(read({ name: 'a\uD800b' })?.name, 'a\uFFFDb')
})

test('content that is not an object is not a profile', () => {
  for (const content of ['', 'null', '7', '"text"', '[]', '[{}]', '{', 'undefined']) {
    assert.equal(parseProfile({ content }), null, content)
  }
})

test('any JSON is parsed without an error, and the result can be stored in a database', () => {
  fc.assert(
    fc.property(fc.json(), (content) => {
      parseProfile({ content })
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { name } = read({ name: text })!
      assert.ok(name === null || (name.isWellFormed() && !name.includes('\0')))
    }),
  )
})
