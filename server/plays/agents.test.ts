/** What browsers, apps and robots send, and the names in the statistics. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameAgent } from './agents.ts'
import { findRobot, robots } from './robots.ts'

const browsers: [name: string, userAgent: string][] = [
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Firefox',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Mobile Safari/605',
  ],
  ['Chrome', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'],
  ['Edge', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'],
  ['Opera', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0'],
  ['Safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
  ],
  ['Other', 'node'],
  ['Other', ''],
]
for (const [name, userAgent] of browsers) {
  test(`${name}: ${userAgent.slice(-40)}`, () => {
    assert.equal(nameAgent('peal-web/1', userAgent), name)
    assert.equal(findRobot(['peal-web/1', userAgent]), null)
  })
}

test('an app that plays through a library is named after the app', () => {
  assert.equal(nameAgent('Substreamer/8', 'okhttp/4.12.0'), 'Substreamer')
  assert.equal(nameAgent('AntennaPod/3.5', 'okhttp/4.12.0'), 'AntennaPod')
})

test('robots are recognized by their user agent, each with a reason', () => {
  const named: [string, string][] = [
    ['Google', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['Bing', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
    [
      'OpenAI',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ],
    ['Facebook preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
    ['curl', 'curl/8.5.0'],
    ['Python', 'python-requests/2.32.3'],
    ['Self-declared robot', 'MusicBot/3.1'],
    ['Self-declared robot', 'A friendly crawler'],
  ]
  for (const [name, userAgent] of named) assert.equal(findRobot(['peal-web/1', userAgent])?.name, name, userAgent)
  assert.equal(findRobot(['Googlebot', 'Mozilla/5.0'])?.name, 'Google')
  assert.equal(new Set(robots.map(({ name }) => name)).size, robots.length)
  for (const { name, reason } of robots) assert.ok(reason.length > 5, name)
})
