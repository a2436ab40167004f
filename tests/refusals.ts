/** The refusal of a call, and the check of the books with which nearly every journey ends. */
import assert from 'node:assert/strict'
import { auditPayments } from '#server/payments/audit/audit.ts'
import { describeFindings } from '#server/payments/audit/job.ts'
import { ApiError } from '#web/data/api.ts'
import type { TestWorld } from './world.ts'

export async function refusalOf(promise: Promise<unknown>): Promise<{ status: number; code: string }> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code }
    throw error
  }
  throw new Error('Nothing was refused')
}

/** Ledger, rows, statements and node agree. */
export async function assertBooksBalance(test: TestWorld): Promise<void> {
  const audit = await auditPayments({ database: test.world.database, node: test.node })
  assert.deepEqual(describeFindings(audit), [])
  assert.ok(audit.isRight)
}

/** For the end of a test file: the books balance after all of its tests. */
export async function closeBalanced(test: TestWorld): Promise<void> {
  // A world that stays keeps its process from ending.
  try {
    await assertBooksBalance(test)
  } finally {
    await test[Symbol.asyncDispose]()
  }
}
