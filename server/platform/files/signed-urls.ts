/** Signed URLs of stored files: each permits one method on one key, until it expires. Used by the directory driver;
 * a bucket signs its own (s3-requests.ts). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireValidKey } from './keys.ts'

export type SignedUrls = {
  sign(method: 'PUT' | 'GET', key: string, expiresSeconds: number, max?: string, type?: string): string
  /** Throws 403 unless the query carries our signature for this method and key and has not expired. */
  verify(method: 'PUT' | 'GET', key: string, query: Record<string, unknown>): { maxBytes: number; type: string }
}

type Options = { base: string; origin?: string; secret: string; clock: Clock }

/** `base` is the start of all URLs; `origin` replaces it in URLs for uploads. */
export function createSignedUrls({ base, origin = base, secret, clock }: Options): SignedUrls {
  const signatureOf = (method: string, key: string, max: string, type: string, expires: string) =>
    createHmac('sha256', secret).update([method, key, max, type, expires].join('\n')).digest('base64url')

  return {
    sign(method, key, expiresSeconds, max = '', type = '') {
      requireValidKey(key)
      const expires = String(Math.floor(clock.now().getTime() / 1000) + expiresSeconds)
      const query = new URLSearchParams({ method, expires })
      if (max !== '') query.set('max', max)
      if (type !== '') query.set('type', type)
      query.set('signature', signatureOf(method, key, max, type, expires))
      return `${method === 'PUT' ? origin : base}/files/${key}?${query}`
    },
    verify(method, key, query) {
      const [max, type, expires, signature] = ['max', 'type', 'expires', 'signature'].map((name) => {
        const value = query[name]
        return typeof value === 'string' ? value : ''
      }) as [string, string, string, string]
      const isOurs = query['method'] === method && isEqual(signature, signatureOf(method, key, max, type, expires))
      if (!isOurs) throw new AppError(403, 'upload-signature-invalid', 'This link is not valid')
      if (Number(expires) * 1000 < clock.now().getTime()) {
        throw new AppError(403, 'upload-signature-invalid', 'This link has expired')
      }
      return { maxBytes: Number(max), type }
    },
  }
}

function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
