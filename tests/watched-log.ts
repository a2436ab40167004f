/** The log of a test world: no line may hold a secret, and a `warn` or `error` line that the test does not expect fails it. */
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
  /** Allows `warn` and `error` lines of these events in this world. */
  expect(...events: string[]): void
  /** The lines so far, as they were written. */
  lines(): readonly string[]
  /** Unexpected `warn` and `error` lines. */
  unexpected(): string[]
  /** Fails when a secret was logged, and fails the file when there was an unexpected `warn` or `error` line. */
  assertClean(): void
}

const SHOWN_MAX = 5

export function createWatchedLog(ownSecrets: () => readonly string[], isShown: boolean): WatchedLog {
  const lines: string[] = []
  const leaks: string[] = []
  const serious: { event: string; line: string }[] = []
  const expected = new Set<string>()
  const log = createLog((line) => {
    lines.push(line)
    const isLeak = SECRETS.some((secret) => secret.test(line)) || ownSecrets().some((secret) => line.includes(secret))
    if (isLeak) leaks.push(line)
    const { level, event } = JSON.parse(line) as { level: string; event: string }
    if (level !== 'info') serious.push({ event, line })
    if (isShown) writeToStderr(line)
  })
  const findUnexpected = () => serious.filter(({ event }) => !expected.has(event)).map(({ line }) => line)
  return {
    log,
    unexpected: findUnexpected,
    expect: (...events) => events.forEach((event) => expected.add(event)),
    lines: () => lines,
    assertClean() {
      assert.deepEqual(leaks, [], 'a secret was logged')
      const unexpected = findUnexpected()
      if (unexpected.length === 0) return
      const shown = unexpected.slice(0, SHOWN_MAX).join('\n')
      // Not thrown, because the test file must still close everything else, or its process would never end.
      process.exitCode = 1
      writeToStderr(`${unexpected.length} log lines that no test here expects (expectedLogs, expectLogs):\n${shown}`)
    },
  }
}
