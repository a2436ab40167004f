/** Shows a push message of this server as the browser's own notification, and opens what it leads to when pressed. */
import { scope, type PushEvent } from './scope.ts'

type Message = { text?: string; notification?: { id?: string; comment?: string; href?: string } } | null

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

/** A browser that is sent a message and shows none is sent no more: whatever comes, something is shown. */
async function showMessage(data: PushEvent['data']): Promise<void> {
  const message = readMessage(data)
  const notification = message?.notification ?? {}
  await scope.registration.showNotification(message?.text ?? NOTHING_SAID, {
    body: notification.comment ?? '',
    icon: ICON,
    badge: ICON,
    // The same thing told again takes the place of what was told before.
    ...(notification.id === undefined ? {} : { tag: notification.id }),
    data: { href: notification.href },
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

/** A page of this site that is open already comes to the front; another site gets a window of its own. */
async function openPage(href: string): Promise<void> {
  const address = new URL(href, scope.location.origin)
  if (address.origin === scope.location.origin) {
    const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (open) {
      await open.focus()
      // Only pages under this worker's control may be led elsewhere by it.
      const moved = await open.navigate(address.href).catch(() => null)
      if (moved) return
    }
  }
  if (address.protocol === 'https:' || address.protocol === 'http:') await scope.clients.openWindow(address.href)
}
