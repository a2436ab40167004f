/** Shows a push message as a browser notification, and opens its target when pressed. Browsers that know declarative
 * push messages do both themselves, without this worker. */
import { scope, type PushEvent } from './scope.ts'

type Message = {
  notification?: { title?: string | null; body?: string; navigate?: string; lang?: string; tag?: string }
} | null

const ICON = '/icon-192.png'
const NOTHING_SAID = '…'

export function listenToPush(): void {
  scope.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { href } = (event.notification.data ?? {}) as { href?: string }
    event.waitUntil(openPage(href ?? '/transactions?tab=notifications'))
  })
}

/** Browsers revoke the subscription of a worker that shows nothing for a message, so something is always shown. */
async function showMessage(data: PushEvent['data']): Promise<void> {
  const { title, body, navigate, lang, tag } = readMessage(data)?.notification ?? {}
  await scope.registration.showNotification(title ?? NOTHING_SAID, {
    body: body ?? '',
    icon: ICON,
    badge: ICON,
    ...(lang === undefined ? {} : { lang }),
    // A repeated notification replaces the earlier one.
    ...(tag === undefined ? {} : { tag }),
    data: { href: navigate },
  })
}

function readMessage(data: PushEvent['data']): Message {
  try {
    const message = data?.json() as Message | string | number | undefined
    return typeof message === 'object' ? message : null
  } catch {
    return null
  }
}

/** An open page of this site is focused; another site opens in a new window. */
async function openPage(href: string): Promise<void> {
  const address = new URL(href, scope.location.origin)
  if (address.origin === scope.location.origin) {
    const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (open) {
      await open.focus()
      // A worker can only navigate pages it controls.
      const moved = await open.navigate(address.href).catch(() => null)
      if (moved) return
    }
  }
  if (address.protocol === 'https:' || address.protocol === 'http:') await scope.clients.openWindow(address.href)
}
