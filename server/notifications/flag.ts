/** The notification dot of the bell: whether anything has happened since the user last looked, pushed when it
 * changes. */
import type * as z from 'zod/mini'
import type { UserEvent } from '#contract/payments/payments.ts'
import { listAnnouncements, type Announcement } from '#server/accounts/announcements.ts'
import { readPerson } from '#server/accounts/people.ts'
import { mustBeUser, type Who } from '#server/platform/http/who.ts'
import { signalOf, type NotificationDeps } from './deps.ts'
import { clearNews, readChoice, type Choice } from './queries.ts'

type FlagDeps = Pick<NotificationDeps, 'database' | 'clock' | 'signals'>

/** Polling interval for changes by other processes; changes in this process wake the page immediately. */
const LOOK_MS = 3_000
/** Announcements are rare and not urgent. */
const LOOK_FOR_ANNOUNCEMENTS_MS = 30_000

export async function readFlag(deps: Pick<FlagDeps, 'database' | 'clock'>, who: Who): Promise<{ notify: boolean }> {
  mustBeUser(who)
  const { database } = deps
  const hereSince = await arrivalOf(deps, who.userId)
  const choice = await readChoice(database.read, who.userId)
  return { notify: isLit(choice, await newestAnnouncement(deps), hereSince) }
}

export async function clearFlag({ database, clock, signals }: FlagDeps, who: Who): Promise<null> {
  mustBeUser(who)
  await clearNews(database.read, who.userId, clock.now())
  signals.wake(signalOf(who.userId))
  return null
}

type Look = Pick<FlagDeps, 'database' | 'clock'>

/** Announcements from before the account was created are not shown. */
async function arrivalOf({ database, clock }: Look, userId: string): Promise<Date> {
  return (await readPerson(database.read, userId))?.createdAt ?? clock.now()
}

async function newestAnnouncement({ database, clock }: Look): Promise<Announcement | undefined> {
  return (await listAnnouncements(database.read, clock.now()))[0]
}

function isLit(choice: Choice, newest: Announcement | undefined, hereSince: Date): boolean {
  const { hasNews, lookedAt, showsAnnouncements } = choice
  return hasNews || (showsAnnouncements && newest !== undefined && newest.createdAt > (lookedAt ?? hereSince))
}

/** Yields the current state, and the new one at each change of the dot or the list. */
export async function* watchFlag(
  deps: FlagDeps,
  who: Who,
  signal: AbortSignal,
): AsyncGenerator<z.output<typeof UserEvent>> {
  mustBeUser(who)
  const { database, signals } = deps
  const hereSince = await arrivalOf(deps, who.userId)
  let newest: Announcement | undefined
  let lookAgainAtMs = 0
  let told = ''
  while (!signal.aborted) {
    const waiting = signals.wait(signalOf(who.userId), LOOK_MS, signal)
    if (performance.now() >= lookAgainAtMs) {
      newest = await newestAnnouncement(deps)
      lookAgainAtMs = performance.now() + LOOK_FOR_ANNOUNCEMENTS_MS
    }
    const choice = await readChoice(database.read, who.userId)
    const version = `${choice.revision} ${newest?.id}`
    if (version !== told) {
      told = version
      const notify = isLit(choice, newest, hereSince)
      yield { kind: 'notification', msatBalance: null, paymentId: null, state: null, notify }
    }
    await waiting
  }
}
