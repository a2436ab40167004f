/** A short run of load on a server of its own: every kind of step is made and measured, money moves by the public API, and the
 * verdict is by failures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount } from '#contract/accounts/account.ts'
import { publishTrack } from '#tests/rolling/load.ts'
import { transportTo } from '#tests/world.ts'
import { createCall } from '#web/data/api.ts'
import { DEPOSIT_MSAT, openAccounts } from './accounts.ts'
import { createFigures, createPicture, findBreaches, KINDS, noteFailure } from './figures.ts'
import { startOwnServer } from './own-server.ts'
import { arrivalsAt, runLoad } from './run.ts'

test('listeners read pages, play with ranges, report plays and zap; nothing fails', async () => {
  await using server = await startOwnServer({ DEMO: 'off' })
  const people = await openAccounts(server.origin, 4, null)
  const callOf = ({ token }: { token: string }) => createCall(transportTo(server.origin), () => token)
  await publishTrack(server.origin, callOf(people[0]!))
  const blocks: string[][] = []
  const show = (block: string[]) => void blocks.push(block)
  const load = { origin: server.origin, listeners: 15, minutes: 0.2, people: people.slice(1), pace: 20, seed: 7, show }
  const figures = await runLoad(load)
  assert.deepEqual([...figures.reasons], [])
  for (const kind of KINDS) assert.ok(figures.times[kind].length > 0, kind)
  const balances = await Promise.all(people.map(async (one) => (await callOf(one)(getAccount, {})).msatBalance))
  assert.ok(balances[0]! > DEPOSIT_MSAT && balances.slice(1).some((balance) => balance < DEPOSIT_MSAT))
  assert.match(
    blocks.at(-1)![0]!,
    /^23:59 of the day: \d+ listeners, \d+ with accounts, \d+ arrived, \d+ steps, 0 failed$/,
  )
})

test('the verdict names slow kinds of steps, and failures above one in a thousand', () => {
  const figures = createFigures()
  figures.times.page = Array.from({ length: 2_000 }, (_, index) => (index < 1_899 ? 10 : 700))
  noteFailure(figures, 'call', 'GET /v1/settings: 500')
  assert.deepEqual(findBreaches(figures), ['95 of 100 steps "page" took up to 700 ms, limit 500'])
  figures.times.page = figures.times.page.map(() => 10)
  assert.deepEqual(findBreaches(figures), [])
  for (let count = 0; count < 2; count++) noteFailure(figures, 'call', 'GET /v1/settings: 500')
  assert.deepEqual(findBreaches(figures), ['3 of 2003 steps failed, limit 0.1 %'])
  assert.deepEqual(findBreaches(createFigures()), ['No step was made'])
})

test('a day is quietest at four and busiest at sixteen; a terminal shows one block', () => {
  assert.deepEqual([arrivalsAt(4 / 24), arrivalsAt(16 / 24)], [0.25, 1])
  const written: string[] = []
  const draw = (isTerminal: boolean) => {
    const picture = createPicture((text) => void written.push(text), isTerminal)
    for (const first of ['one', 'two']) picture([first, 'table'])
    return written.splice(0)
  }
  assert.deepEqual(draw(true), ['one\ntable\n', '\u001b[2A\u001b[Jtwo\ntable\n'])
  assert.deepEqual(draw(false), ['one\n', 'two\n'])
})
