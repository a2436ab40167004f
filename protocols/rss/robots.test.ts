/** The rules of robots.txt: groups, the longest match, and hostile patterns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPermitted, readRobots } from './robots.ts'

test('the longest rule of the group of the robot counts; the group * counts only without one', () => {
  const text = [
    'User-agent: *',
    'Disallow: /',
    '',
    'User-agent: Other # a comment',
    'user-agent: PEAL',
    'Disallow: /private',
    'Allow: /private/feed.xml',
    'Disallow: /*.cgi$',
    'Disallow:',
    'Crawl-delay: 3',
  ].join('\r\n')
  const own = readRobots(text, 'peal')
  const cases: [string, boolean][] = [
    ['/feed', true],
    ['/private/x', false],
    ['/private/feed.xml', true],
    ['/a/b.cgi', false],
    ['/a/b.cgi?x', true],
  ]
  for (const [path, isAllowed] of cases) assert.equal(isPermitted(own, path), isAllowed, path)
  assert.equal(isPermitted(readRobots(text, 'another'), '/feed'), false)
  assert.equal(isPermitted(readRobots('<html>Not found</html>', 'peal'), '/feed'), true)
  assert.equal(
    isPermitted(readRobots('User-agent: peal\nUser-agent: x\n\nUser-agent: *\nDisallow: /', 'peal'), '/'),
    false,
  )
})

test('a rule with many stars is matched in time', () => {
  const rules = [{ path: `/${'*a'.repeat(200)}$`, isAllowed: false }]
  assert.equal(isPermitted(rules, `/${'a'.repeat(4_000)}b`), true)
})
