/** Which calls about content the members of a team may make: every role × every call of the contract that names content.
 * A new call without a row in authorization-roles.ts fails. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '#contract/calls.ts'
import { type Action, may, MEMBER_ROLES } from '#contract/team-roles.ts'
import { ApiError } from '#web/data/api.ts'
import { joinTeams, makeThings, owned } from './authorization.fixture.ts'
import { neededFor } from './authorization-roles.ts'
import { createTestUser, type TestUser } from './users.ts'
import { createTestWorld, type TestWorld } from './world.ts'

let test_: TestWorld
before(async () => (test_ = await createTestWorld({ expectedLogs: ['push-refused'] })))
after(() => test_[Symbol.asyncDispose]())

const needed = new Map(
  Object.entries(neededFor).flatMap(([action, names]) => names.map((name) => [name, action as Action | 'person'])),
)

test('every call about content says what it needs', () => {
  const rows = Object.values(neededFor).flat()
  assert.deepEqual(rows.toSorted(), Object.keys(owned).toSorted())
})

async function statusOf(user: TestUser, name: string): Promise<number> {
  try {
    // With a proof: without one, a call that is allowed would be refused too.
    await user.prove(calls[name]!, owned[name]!.input())
    return 200
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error.status
  }
}

for (const role of MEMBER_ROLES) {
  test(`in the role of ${role}, a member may make exactly the calls of that role`, async () => {
    const [owner, member] = [await createTestUser(test_), await createTestUser(test_)]
    await makeThings(test_, owner, member)
    await joinTeams(owner, member, role)
    const wrong: string[] = []
    for (const [name, { status: refused }] of Object.entries(owned)) {
      const action = needed.get(name)!
      const status = await statusOf(member, name)
      const isRight = action !== 'person' && may(role, action) ? ![401, 403, 404].includes(status) : status === refused
      if (!isRight) wrong.push(`${name}: ${status}`)
    }
    assert.deepEqual(wrong, [])
  })
}
