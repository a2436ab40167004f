/** The log of a test world, which nobody reads but this: whatever the whole suite does, no line of it may hold a secret. */
import assert from 'node:assert/strict'
import { createLog, writeToStderr, type Log } from '#server/platform/log.ts'

/** A bearer token, a password of the tests, the form of a JSON web token, a nostr secret key. */
const SECRETS = [
  /peal_[A-Za-z0-9_-]{43}/,
  /a long enough password/,
  /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{20,}/,
  /nsec1[a-z0-9]{58}/,
]

export type WatchedLog = {
  log: Log
  /** Fails when a secret was logged. */
  mustBeClean(): void
}

export function createWatchedLog(ownSecrets: () => readonly string[], isShown: boolean): WatchedLog {
  const leaks: string[] = []
  const log = createLog((line) => {
    const isLeak = SECRETS.some((secret) => secret.test(line)) || ownSecrets().some((secret) => line.includes(secret))
    if (isLeak) leaks.push(line)
    if (isShown) writeToStderr(line)
  })
  return { log, mustBeClean: () => assert.deepEqual(leaks, [], 'a secret was logged') }
}
