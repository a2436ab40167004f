/** Links entered by users only ever become web URLs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { externalLinks, type Links } from './external-addresses.ts'

const none: Links = { website: null, twitter: null, instagram: null, youtube: null, npub: null }
const hrefs = (links: Partial<Links>) => externalLinks({ ...none, ...links }).map(({ href }) => href)

test('external URLs and names become links', () => {
  assert.deepEqual(hrefs({ website: 'https://mara.example/a' }), ['https://mara.example/a'])
  assert.deepEqual(hrefs({ twitter: '@mara' }), ['https://x.com/mara'])
  assert.deepEqual(hrefs({ youtube: 'https://youtube.com/@mara' }), ['https://youtube.com/@mara'])
  assert.deepEqual(hrefs({}), [])
})

test('other schemes than http and https are left out', () => {
  for (const website of [
    'javascript:alert(1)',
    'data:text/html,x',
    ' https',
    '//evil.example',
    'https://',
    'JaVaScRiPt:1',
  ]) {
    assert.deepEqual(hrefs({ website }), [], website)
  }
  assert.deepEqual(hrefs({ twitter: '../../evil', instagram: 'a b', youtube: 'x"><script>', npub: 'npub1x' }), [])
})
