/** The notification dot of the bell: whether anything has happened since the user last looked, pushed when it
 * changes. */
import type * as z from 'zod/mini'
import type { UserEvent } from '#contract/payments/payments.ts'
import { listAnnouncements, type Announcement } from '#server/accounts/announcements.ts'
import { readUser } from '#server/accounts/users.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import { signalOf, type NotificationDeps } from './deps.ts'
import { clearUnread, readChoice, type Choice } from './queries.ts'

type FlagDeps = Pick<NotificationDeps, 'database' | 'clock' | 'signals'>

/** Polling interval for changes by other processes; changes in this process wake the page immediately. */
const POLL_MS = 3_000
/** Announcements are rare and not urgent. */
const LOOK_FOR_ANNOUNCEMENTS_MS = 30_000

export async function readFlag(
  deps: Pick<FlagDeps, 'database' | 'clock'>,
  caller: Caller,
): Promise<{ notify: boolean }> {
  requireUser(caller)
  const { database } = deps
  const hereSince = await arrivalOf(deps, caller.userId)
  const choice = await readChoice(database.read, caller.userId)
  return { notify: isLit(choice, await newestAnnouncement(deps), hereSince) }
}

export async function clearFlag({ database, clock, signals }: FlagDeps, caller: Caller): Promise<null> {
  requireUser(caller)
  await clearUnread(database.read, caller.userId, clock.now())
  signals.wake(signalOf(caller.userId))
  return null
}

type Look = Pick<FlagDeps, 'database' | 'clock'>

/** Announcements from before the account was created are not shown. */
async function arrivalOf({ database, clock }: Look, userId: string): Promise<Date> {
  return (await readUser(database.read, userId))?.createdAt ?? clock.now()
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
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<z.output<typeof UserEvent>> {
  requireUser(caller)
  const { database, signals } = deps
  const hereSince = await arrivalOf(deps, caller.userId)
  let newest: Announcement | undefined
  let lookAgainAtMs = 0
  let told = ''
  while (!signal.aborted) {
    const waiting = signals.wait(signalOf(caller.userId), POLL_MS, signal)
    if (performance.now() >= lookAgainAtMs) {
      newest = await newestAnnouncement(deps)
      lookAgainAtMs = performance.now() + LOOK_FOR_ANNOUNCEMENTS_MS
    }
    const choice = await readChoice(database.read, caller.userId)
    const version = `${choice.revision} ${newest?.id}`
    if (version !== told) {
      told = version
      const notify = isLit(choice, newest, hereSince)
      yield { kind: 'notification', msatBalance: null, paymentId: null, state: null, notify }
    }
    await waiting
  }
}
