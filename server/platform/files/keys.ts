/** Keys of stored files: paths of lower-case names, safe in a file system and in a URL. */
import { type AppError, notFound } from '#server/platform/errors.ts'

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const MAX_KEY_LENGTH = 200

export function isValidKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key) && !key.includes('..')
}

export function requireValidKey(key: string): void {
  if (!isValidKey(key)) throw fileNotFound()
}

export function fileNotFound(): AppError {
  return notFound('There is no such file')
}
