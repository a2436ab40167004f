/** The world of the tests of consent to splits: an owner, a partner, and a listener with money. */
import { sql } from 'kysely'
import { assertBooksBalance } from './refusals.ts'
import { createTestUser, fillBalance, type TestUser } from './users.ts'
import { createTestWorld, type TestWorld } from './world.ts'

export type SplitWorld = { world: TestWorld; owner: TestUser; ada: TestUser; listener: TestUser }

export async function createSplitWorld(): Promise<SplitWorld> {
  const world = await createTestWorld()
  const owner = await createTestUser(world, { name: 'mara' })
  const ada = await createTestUser(world, { name: 'ada' })
  const listener = await createTestUser(world, { name: 'robin' })
  await fillBalance(world, listener, 5_000_000)
  return { world, owner, ada, listener }
}

export async function closeSplitWorld(world: TestWorld): Promise<void> {
  await assertBooksBalance(world)
  await world[Symbol.asyncDispose]()
}

/** As if all open offers had been made so much earlier: sessions would end before an offer does. */
export const ageOffers = ({ world }: TestWorld, ms: number) =>
  sql`UPDATE split_share SET invited_at = invited_at - ${ms} * interval '1 ms' WHERE state = 'waiting'`.execute(
    world.database.read,
  )

/** By how much each balance is changed by this. */
export async function changeOf(users: readonly TestUser[], work: () => Promise<unknown>): Promise<number[]> {
  const balances = () => Promise.all(users.map((user) => user.balance()))
  const earlier = await balances()
  await work()
  return (await balances()).map((balance, index) => balance - earlier[index]!)
}
