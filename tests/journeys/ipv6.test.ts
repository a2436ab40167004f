/** A server that listens on IPv6 alone: HOST=::1 and nothing else. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test, type TestContext } from 'node:test'
import { register } from '#contract/accounts/auth.ts'
import { listUnsentMails } from '#server/platform/mail.ts'
import { createTestWorld } from '../world.ts'

test('HOST=::1 alone is enough: the server listens there, and mails link there', async (context: TestContext) => {
  const probe = net.createServer().listen(0, '::1')
  const hasIpv6 = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  probe.close()
  if (!hasIpv6) return context.skip('this machine has no IPv6')
  await using world = await createTestWorld({ settings: { HOST: '::1' } })
  assert.match(world.origin, /^http:\/\/\[::1\]:\d+$/)
  assert.match(world.world.publicUrl, /^http:\/\/\[::1\]:\d+$/)
  const body = { email: 'ann@example.com', password: 'a long enough password', name: 'ann' }
  await world.call(register, { body })
  const [mail] = await listUnsentMails(world.world.database, body.email)
  assert.equal(new URL(mail!.links[0]!).hostname, '[::1]')
})
