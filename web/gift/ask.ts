/** Requests from the server whether the house pays a first zap, and for which content; shows the offer and the result. */
import type { QueryClient } from '@tanstack/react-query'
import { getAccount } from '#contract/accounts/account.ts'
import { GIFT_CONTENTS_MAX, GIFT_MSAT, getGiftOffer } from '#contract/payments/gifts.ts'
import { callQuery } from '#web/data/queries.ts'
import type { Site } from '#web/data/site.ts'
import { useSession } from '#web/session/session.ts'
import { showPayment } from '#web/zap/shown-totals.ts'
import { isOver, readDevice, rememberOver } from './device.ts'
import { type Face, useGift } from './gift.ts'
import type { Heard } from './heard.ts'

/** Shows the offer, if there is one; does nothing when the server is unreachable. */
export async function offerGift(site: Site, heard: readonly Heard[]): Promise<void> {
  const { at } = useGift.getState().step
  if (isOver() || (at !== 'hidden' && at !== 'choose') || (await hasBalance(site))) return
  const device = readDevice()
  if (device === null) return
  // The most recent ones, in the order in which they were heard.
  const last = heard.slice(-GIFT_CONTENTS_MAX)
  const contentIds = last.map(({ track }) => track.id).join(',')
  const offer = await site.call(getGiftOffer, { query: { device, contentIds } }).catch(() => null)
  if (offer === null) return
  if (offer.state === 'none') return rememberOver()
  const faces = offer.contents.flatMap(({ contentId, feeMsat }): Face[] => {
    const one = last.find(({ track }) => track.id === contentId)
    return one === undefined ? [] : [faceOf(one, feeMsat)]
  })
  const now = useGift.getState().step.at
  if (faces.length > 0 && (now === 'hidden' || now === 'choose'))
    useGift.setState({ step: { at: 'choose' }, faces, isOnUs: offer.state === 'offered' })
}

async function hasBalance({ call, queries }: Site): Promise<boolean> {
  if (useSession.getState().session === null) return false
  const account = await queries.fetchQuery(callQuery(call, getAccount, {})).catch(() => null)
  return account === null || account.msatBalance > 0
}

function faceOf({ track, atSeconds }: Heard, feeMsat: number): Face {
  const { id, title, artist, parentContentHref: href, artworkUrl } = track
  return { contentId: id, title, name: artist, href, artworkUrl, atSeconds, feeMsat, totalMsat: null }
}

/** The zap was paid: adds it to the totals on the page, and records that this device has used its first zap. */
export function showGiven(queries: QueryClient, face: Face): void {
  rememberOver()
  useGift.setState({ step: { at: 'given', face } })
  showPayment(queries, face.contentId, GIFT_MSAT)
}
