/** Plays by the accounts of the demo over the past six days, reported late as a player does that was offline. The same at each
 * start: what has counted is refused, as is what an account cannot have heard since its sign-up. */
import { createHash } from 'node:crypto'
import { reportPlays } from '#contract/listening/plays.ts'
import { derivedId } from '#server/platform/ids.ts'
import type { Call } from '#web/data/api.ts'
import { nameOf } from './payments.ts'
import { createRandom } from './random.ts'
import { demoZaps } from './zaps.ts'

const HOUR_MS = 3_600_000
const PLAYS_EACH = 12
/** Together less than the ten minutes before its sign-up that an account may report. */
const HEARD_SECONDS = { least: 31, most: 48 }
const SOURCES = ['home', 'release', 'artist', 'playlist', 'chart', 'search', 'autoplay'] as const

/** What is zapped often is played often. */
const keys = demoZaps.map(nameOf)

export async function makePlays(call: Call, username: string, contents: ReadonlyMap<string, string>): Promise<void> {
  const random = createRandom(createHash('sha256').update(username).digest().readUInt32LE())
  const now = Date.now()
  const plays = Array.from({ length: PLAYS_EACH }, (_, index) => {
    const secondsHeard = Math.round(random.between(HEARD_SECONDS.least, HEARD_SECONDS.most))
    return {
      playId: derivedId(`demo play ${username} ${index}`),
      contentId: contents.get(random.pick(keys))!,
      secondsHeard,
      startedAt: new Date(now - (1 + 12 * index + random.between(0, 10)) * HOUR_MS).toISOString(),
      agent: 'peal-web/1',
      source: random.pick(SOURCES),
      heard: [0, secondsHeard],
    }
  })
  await call(reportPlays, { body: { plays } })
}
