/** One log-in over HTTP beside the single hash that it requires; and how long the event loop is blocked while eight
 * users log in concurrently, which is eight hashes, two at a time. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { login } from '#contract/accounts/auth.ts'
import { hashPassword, verifyPassword } from '#server/auth/passwords/password-hash.ts'
import { createTestUser, type TestUser } from '#tests/users.ts'
import { createTestWorld, type TestWorld } from '#tests/world.ts'
import { compareInTurns, median, type BenchResult } from './measure.ts'

const PASSWORD = 'a long enough password'
/** With the discarded round, 70 log-ins, and 96 of the crowds: fewer than one address may make in a window. */
const ROUNDS = 9
const LOGINS_A_ROUND = 7
const AT_ONCE = 8
const CROWDS = 12
const WINDOW_MS = 900_000
const REST_MS = 1_000
const DELAY_MAX_MS = 50

export async function run(): Promise<BenchResult[]> {
  await using world = await createTestWorld()
  const users: TestUser[] = []
  for (let index = 0; index < AT_ONCE; index++) users.push(await createTestUser(world))
  return [await oneLogin(world, users[0]!), await eightAtOnce(world, users)]
}

function logIn(world: TestWorld, { email }: TestUser): Promise<unknown> {
  return world.call(login, { body: { email, password: PASSWORD } })
}

async function oneLogin(world: TestWorld, user: TestUser): Promise<BenchResult> {
  const hash = await hashPassword(PASSWORD)
  const times = await compareInTurns(
    () => medianMs(() => logIn(world, user)),
    () => medianMs(() => verifyPassword({ hash, password: PASSWORD })),
    ROUNDS,
  )
  return { name: 'log-in', unit: 'ms', ...times, limitName: 'one hash', goal: 1.3, isTime: true }
}

async function eightAtOnce(world: TestWorld, users: readonly TestUser[]): Promise<BenchResult> {
  // Resets the limits. A step of the clock wakes every job of the server, so there is only one, and it is awaited.
  world.clock.step(WINDOW_MS)
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let round = 0; round < CROWDS; round++) {
    await Promise.all(users.map((user) => logIn(world, user)))
  }
  delay.disable()
  const value = Math.round(delay.percentile(99) / 1e4) / 100
  const ratio = Math.round((value / DELAY_MAX_MS) * 100) / 100
  const limitName = 'the maximum allowed'
  return {
    name: 'event loop delay (p99) while eight log in',
    unit: 'ms',
    value,
    limit: DELAY_MAX_MS,
    ratio,
    limitName,
    goal: 1,
    isTime: true,
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < LOGINS_A_ROUND; index++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}
