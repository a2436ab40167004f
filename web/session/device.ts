/** A random identifier this browser sends when logging in; it reveals nothing except that it is the same browser as
 * before. Failed attempts by others then do not lock out users who have logged in from this browser. */
import { DEVICE_HEADER } from '#contract/accounts/auth.ts'
import { newKey, type Transport } from '#web/data/api.ts'

const STORED_AS = 'peal.device'
const LOGIN_METHODS = ['/v1/auth/', '/v1/accounts/zbd/']

/** Sends the identifier with log-in requests only. */
export function sendDevice(transport: Transport): Transport {
  return (path, init) => {
    if (init.method !== 'POST' || !LOGIN_METHODS.some((start) => path.startsWith(start))) return transport(path, init)
    const headers = { ...(init.headers as Record<string, string>), [DEVICE_HEADER]: readDevice() }
    return transport(path, { ...init, headers })
  }
}

let ofThisPage: string | null = null

/** Without storage the identifier lasts as long as the page. */
function readDevice(): string {
  ofThisPage ??= readStored() ?? newKey()
  try {
    localStorage.setItem(STORED_AS, ofThisPage)
  } catch {
    return ofThisPage
  }
  return ofThisPage
}

function readStored(): string | null {
  try {
    const stored = localStorage.getItem(STORED_AS) ?? ''
    return /^[0-9a-f]{32}$/.test(stored) ? stored : null
  } catch {
    return null
  }
}
