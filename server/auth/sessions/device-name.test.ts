/** Readable device names for User-Agent headers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameDevice } from './device-name.ts'

test('browsers and systems have their usual names', () => {
  const expected = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0':
      'Edge on Windows',
    'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36':
      'Chrome on Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari on iPhone',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15':
      'Safari on Mac',
    'curl/8.10.1': 'A program',
    '': 'An unknown device',
    '<script>alert(1)</script>': 'An unknown device',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((agent) => [agent, nameDevice(agent)])), expected)
})
