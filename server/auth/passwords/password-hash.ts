/** Password hashing: argon2id with the first parameters that OWASP recommends, as a PHC string. The rules for
 * passwords are in the contract. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { errorCodes } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'

const derive = promisify(argon2)

const MEMORY_KIB = 19 * 1_024
const PASSES = 2
const PARALLELISM = 1
const SALT_BYTES = 16
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** Hashing shares libuv's four threads with file access and DNS lookups, so it must not use all of them. */
const MAX_RUNNING = 2
/** About four seconds of waiting; longer queues would serve requests whose clients have already given up. */
const MAX_WAITING = 100

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: PARALLELISM,
      tagLength: TAG_BYTES,
    }),
  )
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** The cost is read from the hash, so it can be raised without invalidating stored hashes. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (salt === undefined || tag === undefined) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(expected, actual)
}

/** True for a hash with a lower cost than the current one. */
export function isHashWeak(hash: string): boolean {
  const [, memory = 0, passes = 0] = PHC.exec(hash) ?? []
  return Number(memory) * Number(passes) < MEMORY_KIB * PASSES
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new AppError(503, 'unavailable', errorCodes.unavailable, 5)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    // The slot is passed to the next waiter instead of being freed, so that a new request cannot overtake it.
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
