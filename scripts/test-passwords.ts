/** Loaded before each test file. A password hash takes tens of milliseconds, and tests prove themselves with the same password
 * again and again: what argon2 returned for the same input is remembered. Other input is computed as in production. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Argon2 = typeof crypto.argon2

const compute: Argon2 = crypto.argon2
const known = new Map<string, Buffer>()

const argon2: Argon2 = (algorithm, parameters, done) => {
  const key = JSON.stringify([algorithm, parameters])
  const tag = known.get(key)
  if (tag !== undefined) return void process.nextTick(done, null, Buffer.from(tag))
  compute(algorithm, parameters, (error, made) => {
    if (error === null) known.set(key, Buffer.from(made))
    done(error, made)
  })
}

Object.assign(crypto, { argon2 })
syncBuiltinESMExports()
