/** The sandbox's own price: available without any setting, always labelled as invented, and never shown with a real
 * price service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPrice } from '#contract/payments/price.ts'
import { readPrice, refreshPrice } from '#server/payments/price.ts'
import { findFreePort } from '../faults/server-process.ts'
import { until } from '../users.ts'
import { createTestWorld } from '../world.ts'

const VISITOR = { kind: 'visitor', ip: '127.0.0.1' } as const

test('a sandbox has its own labelled price; a real price service never shows that label', async () => {
  const PORT = String(await findFreePort())
  await using world = await createTestWorld({
    lightning: 'sandbox',
    settings: { PORT },
    expectedLogs: ['price-not-fetched'],
  })
  await until(async () => (await world.call(getPrice, {})) !== null, 30_000)
  const price = await world.call(getPrice, {})
  assert.deepEqual([price?.usdPerBtc, price?.isSandbox], [100_000, true])

  // With a real price service, there is no price until it has responded.
  const real = { ...world.world.payments, priceUrl: 'https://rates.invalid/', isSandboxPrice: false }
  assert.equal(await readPrice(real, VISITOR), null)
  assert.equal(await refreshPrice(real), false)
  assert.equal(await readPrice(real, VISITOR), null)
})

test('any other backend has no price without PRICE_URL', async () => {
  await using world = await createTestWorld({ expectedLogs: ['price-not-fetched'] })
  assert.equal(world.world.payments.priceUrl, '')
  assert.equal(await world.call(getPrice, {}), null)
  assert.equal((await fetch(`${world.origin}/sandbox/price`)).status, 404)
})
