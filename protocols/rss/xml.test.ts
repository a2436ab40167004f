/** Any text becomes well-formed XML, and a parser reads back the same text without the characters that XML forbids. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseXml } from '#protocols/rss/parse-xml.ts'
import { element, writeXml } from './xml.ts'

const allowed = (text: string) => text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')

test('any text in an element and in an attribute is read back', () => {
  // Single code units, so that halves of surrogate pairs occur.
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }),
    fc.constantFrom(0, 7, 9, 10, 13, 34, 38, 39, 60, 62, 93, 0xd83d, 0xde00, 0xffff),
  )
  const anyText = fc.oneof(
    fc.array(unit, { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
    fc.constantFrom(']]>', '<![CDATA[x]]>', '&amp;', '&#0;', '<!DOCTYPE x>', '\r\n', '🎵\u0007'),
  )
  fc.assert(
    fc.property(anyText, anyText, (inside, attribute) => {
      const node = parseXml(writeXml(element('a', { b: attribute }, [element('c'), inside, null])))
      assert.deepEqual([node.text, node.attributes['b']], [allowed(inside), allowed(attribute)])
    }),
    { numRuns: 1_000 },
  )
})

test('what is null is left out; numbers are written as they are', () => {
  const xml = writeXml(element('a', { none: null, some: 0 }, [null, 5]))
  assert.equal(xml, '<?xml version="1.0" encoding="UTF-8"?>\n<a some="0">5</a>\n')
})
