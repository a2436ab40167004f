/** How often a failing query is retried. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { getAccount, getTransactionSplits } from '#contract/accounts/account.ts'
import { checkRegion } from '#contract/accounts/region.ts'
import { checkUsername } from '#contract/accounts/users.ts'
import { checkUsernames, getSplit, getTimeSplits } from '#contract/catalog/splits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getSettings } from '#contract/operator/settings.ts'
import { ApiError, type Call } from './api.ts'
import { callQuery, createQueries } from './queries.ts'

/** Runs a query until its first failure: how often it was sent, and whether it will be retried. */
async function fail(endpoint: Endpoint): Promise<{ asked: number; isGivenUp: boolean }> {
  let asked = 0
  const call: Call = () => {
    asked++
    return Promise.reject(new ApiError(502, 'internal-error', 'Bad gateway'))
  }
  const queries = createQueries()
  const observer = new QueryObserver(queries, callQuery(call, endpoint, {}))
  const isGivenUp = await new Promise<boolean>((resolve) => {
    observer.subscribe(({ failureCount, isError }) => failureCount > 0 && resolve(isError))
  })
  observer.destroy()
  queries.clear()
  return { asked, isGivenUp }
}

const askedOnce = [
  checkRegion,
  getAccount,
  getSplit,
  getTimeSplits,
  getTransactionSplits,
  checkUsername,
  checkUsernames,
]
for (const endpoint of askedOnce) {
  test(`${endpoint.method} ${endpoint.path} is requested once when it fails`, async () => {
    assert.deepEqual(await fail(endpoint), { asked: 1, isGivenUp: true })
  })
}

test('other queries are retried', async () => {
  assert.deepEqual(await fail(getSettings), { asked: 1, isGivenUp: false })
})
