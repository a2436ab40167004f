/** The sums of incoming payments, zaps and other outgoing payments on each of the caller's last days, and whose content
 * was zapped. */
import { daysOf, type listDays } from '#contract/accounts/days.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { makersOfContents, type MadeContent } from '#server/catalog/content/makers.ts'
import { type Caller } from '#server/platform/http/caller.ts'
import { requireUser } from '#server/platform/http/authorization.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { sumDays, sumZappedContents, type ZappedContent } from './day-queries.ts'
import { ALL_TYPES } from './history.ts'
import { lastDays } from '#server/platform/local-days.ts'

type Days = Data<typeof listDays>

export async function listLastDays(
  { database, clock, files }: PaymentDeps,
  caller: Caller,
  { days: wanted, timeZone = 'UTC' }: Input<typeof listDays>['query'],
): Promise<Days> {
  requireUser(caller)
  const now = clock.now()
  const days = lastDays(now, timeZone, daysOf(wanted))
  const starts = days.map(({ startsAt }) => startsAt)
  const sums = new Map((await sumDays(database.read, caller.userId, ALL_TYPES, starts)).map((sum) => [sum.place, sum]))
  const zapped = await sumZappedContents(database.read, caller.userId, starts)
  const ids = [...new Set(zapped.map(({ contentId }) => contentId))]
  const made = await makersOfContents(database.read, files, ids, now)
  return {
    days: days.map(({ day }, index) => {
      const { lineCount = 0, msatIn = 0n, msatZapped = 0n, msatOut = 0n } = sums.get(index + 1) ?? {}
      const most = zapped.find(({ place }) => place === index + 1)
      return { day, lineCount, msatIn, msatZapped, msatOut, most: most ? describeContent(most, made) : null }
    }),
    makers: sumMakers(zapped, made),
  }
}

function describeContent(
  { contentId, contentType, title, msat }: ZappedContent,
  made: Map<string, MadeContent>,
): NonNullable<Days['days'][number]['most']> {
  return { contentId, contentType, title, artworkUrl: made.get(contentId)?.artworkUrl ?? null, msatAmount: msat }
}

/** `zapped` is sorted by amount, so the first content of a maker with a picture is the one that got most in a day. */
function sumMakers(zapped: readonly ZappedContent[], made: Map<string, MadeContent>): Days['makers'] {
  const makers = new Map<string, Days['makers'][number]>()
  for (const { contentId, msat } of zapped) {
    const content = made.get(contentId)
    if (content === undefined) continue
    const { maker, artworkUrl, colorInfo } = content
    const known = makers.get(maker.id)
    if (known === undefined) makers.set(maker.id, { ...maker, artworkUrl, colorInfo, msatAmount: msat })
    else known.msatAmount += msat
  }
  return [...makers.values()].sort((one, other) => Number(other.msatAmount - one.msatAmount))
}
