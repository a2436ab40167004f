/** The public origin of the server, for every address it may listen on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#server/platform/config/config.ts'
import { originOf } from './origin.ts'

test('the origin is PUBLIC_URL, else the listening address in a form that browsers can open', () => {
  const origins: [Record<string, string>, string][] = [
    [{}, 'http://127.0.0.1:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '[::1]', PORT: '8080' }, 'http://[::1]:8080'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '192.168.1.20', PORT: '80' }, 'http://192.168.1.20'],
    [{ HOST: 'peal.lan' }, 'http://peal.lan:3000'],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://peal.example/' }, 'https://peal.example'],
  ]
  for (const [environment, origin] of origins) assert.equal(originOf(readConfig(environment)), origin)
})
