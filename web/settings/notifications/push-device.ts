/** Push messages in this browser: support, permission and subscription.
 * How the worker handles incoming messages: web/offline/worker/. */
import { addPushSubscription, getPushKey } from '#contract/community/notifications.ts'
import type { Call } from '#web/data/api.ts'
import { registerWorker } from '#web/offline/installed.ts'

const HASH_CHARACTERS = 16

/** `blocked`: the user has denied permission, which can only be changed in the browser's own settings. */
export type PushAbility = 'possible' | 'blocked' | 'impossible'

export function readPushAbility(): PushAbility {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'impossible'
  }
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

async function readSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration()
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** The identifier of this browser's subscription on the server; null while it has none. */
export async function readOwnHash(): Promise<string | null> {
  const subscription = readPushAbility() === 'impossible' ? null : await readSubscription()
  return subscription && hashOf(subscription.endpoint)
}

async function hashOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.slice(0, HASH_CHARACTERS)
}

/** False when permission was denied. */
export async function turnPushOn(call: Call): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await call(getPushKey, {})
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys, expirationTime } = subscription.toJSON()
  if (endpoint === undefined || keys?.['p256dh'] === undefined || keys['auth'] === undefined) {
    throw new Error('The browser gave no keys.')
  }
  const body = {
    endpoint,
    keys: { p256dh: keys['p256dh'], auth: keys['auth'] },
    expirationTime: expirationTime ?? null,
  }
  try {
    await call(addPushSubscription, { body })
  } catch (error) {
    // A subscription unknown to the server could never be ended.
    await subscription.unsubscribe()
    throw error
  }
  return true
}

export async function deleteOwnSubscription(): Promise<void> {
  await (await readSubscription())?.unsubscribe()
}
