/** Sends push messages (RFC 8030, encrypted as in RFC 8291): one message to one browser. A message that is an hour old
 * or was read in the meantime is not sent; a subscription that no longer exists is deleted. */
import * as z from 'zod/mini'
import webPush from 'web-push'
import { PLAIN_LANGUAGE, type Language } from '#contract/languages.ts'
import { PushMessage } from '#contract/community/notifications.ts'
import { readUser } from '#server/accounts/users.ts'
import type { PushDue } from '#server/events.ts'
import { OutboundRefused } from '#server/platform/network/responses.ts'
import type { NotificationDeps } from './deps.ts'
import { describeRows, type Shown } from './list.ts'
import { readPushKey, type PushKey } from './push-key.ts'
import {
  deleteSubscription,
  recordDeliveryFailure,
  recordDelivery,
  selectSubscription,
  type SubscriptionRow,
} from './push-queries.ts'
import { selectNotification } from './queries.ts'
import { formatNotification } from './format.ts'

type PushDeps = Pick<
  NotificationDeps,
  'database' | 'clock' | 'log' | 'outbound' | 'secret' | 'publicUrl' | 'mailFrom' | 'privateLinkOf'
>

const GIVE_UP_MS = 3_600_000
/** How long a push service keeps the message for a browser that is offline. */
const TTL_SECONDS = 6 * 3_600
/** After a failed connection, the push service is not contacted for this long. */
const UNREACHABLE_MS = 5_000
const REMEMBERED_MAX = 2_000
/** Keeps the whole message within the 4 096 bytes that every push service accepts. */
const TEXT_MAX_CHARACTERS = 120

/** Subscriber for push-due, several events per call. */
export function sendPushes(deps: PushDeps): (events: readonly PushDue[]) => Promise<void> {
  const done = new Set<string>()
  const unreachableUntilMs = new Map<string, number>()

  async function send(event: PushDue, key: PushKey): Promise<void> {
    const name = JSON.stringify(event)
    // In a batch, one message can fail after others were sent.
    if (done.has(name)) return
    const found = await findMessage(deps, event)
    if (found !== null) await sendTo(found, key)
    done.add(name)
    if (done.size > REMEMBERED_MAX) done.delete(done.values().next().value!)
  }

  async function sendTo(found: Message, key: PushKey): Promise<void> {
    const { host } = new URL(found.subscription.endpoint)
    if (performance.now() < (unreachableUntilMs.get(host) ?? 0)) throw new Error('The push service is unreachable')
    try {
      await post(deps, found, key)
    } catch (error) {
      if (unreachableUntilMs.size >= REMEMBERED_MAX) unreachableUntilMs.clear()
      unreachableUntilMs.set(host, performance.now() + UNREACHABLE_MS)
      throw error
    }
  }

  return async (events) => {
    const key = await readPushKey(deps)
    const outcomes = await Promise.allSettled(events.map((event) => send(event, key)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
}

type Message = { subscription: SubscriptionRow; shown: Shown; text: string; language: Language }

/** In the user's language. */
async function findMessage(deps: PushDeps, event: PushDue): Promise<Message | null> {
  const { database, clock } = deps
  if (clock.now().getTime() - Date.parse(event.notedAt) > GIVE_UP_MS) return null
  const subscription = await selectSubscription(database.read, event.subscriptionId)
  const row = await selectNotification(database.read, event.notificationId)
  // The browser may belong to another user by now.
  if (subscription === undefined || row === undefined || subscription.user_id !== row.user_id) return null
  if (row.read_at !== null) return null
  const [shown] = await describeRows(deps, database.read, [row])
  if (shown === undefined) return null
  const language = (await readUser(database.read, row.user_id))?.language ?? PLAIN_LANGUAGE
  return { subscription, shown, text: formatNotification(shown, language), language }
}

/** Throws when a retry makes sense. */
async function post(deps: PushDeps, found: Message, key: PushKey): Promise<void> {
  const { database, outbound, log } = deps
  const { subscription, shown } = found
  const { id: subscriptionId, endpoint, p256dh, auth } = subscription
  const message = z.encode(PushMessage, declare(deps, found))
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      TTL: TTL_SECONDS,
      urgency: 'normal',
      // Replaces an undelivered message about the same notification.
      topic: shown.id.replaceAll('-', ''),
      vapidDetails: { subject: contactOf(deps), ...key },
    },
  )
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  let status: number
  try {
    status = (await outbound.post(endpoint, { headers: sent, body })).status
  } catch (error) {
    await recordDeliveryFailure(database.read, subscriptionId)
    if (!(error instanceof OutboundRefused)) throw error
    log.warn('push-refused', { subscriptionId })
    return
  }
  if (status >= 200 && status < 300) return recordDelivery(database.read, subscriptionId)
  if (status === 404 || status === 410) return deleteSubscription(database.read, subscriptionId)
  await recordDeliveryFailure(database.read, subscriptionId)
  if (status === 429 || status >= 500) throw new Error(`The push service responded with ${status}`)
  log.warn('push-not-taken', { subscriptionId, status })
}

function declare({ publicUrl }: PushDeps, { shown, text, language }: Message): z.output<typeof PushMessage> {
  const { id, href } = shown
  const at = (path: string) => new URL(path, publicUrl).href
  const short = shorten(shown)
  const added = { title: text, body: short.comment ?? '', navigate: at(href), lang: language, tag: id }
  return { web_push: 8030, notification: { ...short, ...added, icon: at('/icon-192.png') }, text }
}

function shorten(shown: Shown): Shown {
  const cut = (text: string | null) => (text === null ? null : [...text].slice(0, TEXT_MAX_CHARACTERS).join(''))
  return {
    ...shown,
    actorName: cut(shown.actorName),
    contentTitle: cut(shown.contentTitle),
    comment: cut(shown.comment),
    title: cut(shown.title),
  }
}

/** The contact for push services: the site, or the sender of its mails. */
function contactOf({ publicUrl, mailFrom }: PushDeps): string {
  if (publicUrl.startsWith('https://')) return publicUrl
  return `mailto:${/<([^<>\s]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
