/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which all apps support.
 * Whether a code was used before is checked in second-factor.ts. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** The clock of a phone may be one step off. */
const TOLERANCE_STEPS = 1

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest[digest.length - 1]! & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The current steps that have this code, the newest first; empty when there is none. */
export function stepsOf(secret: Uint8Array, code: string, now: Date): number[] {
  if (!/^\d{6}$/.test(code)) return []
  const given = Buffer.from(code)
  const steps = [TOLERANCE_STEPS, 0, -TOLERANCE_STEPS].map((offset) => stepAt(now) + offset)
  return steps.filter((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), given))
}

/** The URI in the QR code for an authenticator app. */
export function uriOf(input: { secret: string; account: string; brandName: string }): string {
  const { secret, account, brandName } = input
  const label = `${encodeURIComponent(brandName)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ secret, issuer: brandName, algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
