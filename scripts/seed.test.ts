/** What scripts/seed.ts does when the server refuses it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { startHttpDouble } from '#tests/http-double.ts'

test('after too many log-ins, as by repeated starts, the demo catalogue continues when the server allows it', async () => {
  await using server = await startHttpDouble()
  const refusal = (code: string) => JSON.stringify({ error: code, code })
  server.answerWith(() =>
    server.asked.length === 1
      ? { status: 429, text: refusal('too-many-requests'), headers: { 'retry-after': '1' } }
      : { status: 500, text: refusal('internal') },
  )
  const seed = spawn(process.execPath, ['scripts/seed.ts', server.url], { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  seed.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  assert.deepEqual(await once(seed, 'close'), [1, null])
  const asked = server.asked.map(({ path }) => path)
  assert.deepEqual(asked.slice(0, 2), ['/v1/auth/login', '/v1/auth/login'])
  assert.match(output, /^Too many requests: the demo catalogue continues in 1 s /)
})
