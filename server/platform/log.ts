/** The log: one JSON line per event, with the id of the request that caused it. Fields whose names suggest secrets are
 * redacted. */
import { currentRequestId } from './request-id.ts'

export type Log = {
  info(event: string, fields?: Record<string, unknown>): void
  warn(event: string, fields?: Record<string, unknown>): void
  error(event: string, fields?: Record<string, unknown>): void
}

const SECRET = /token|password|secret|authorization|cookie|preimage|macaroon|rune|oobcode/i

export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (SECRET.test(name)) return [name, '[redacted]']
      if (value instanceof Error) return [name, value.stack ?? value.message]
      return [name, typeof value === 'bigint' ? value.toString() : value]
    }),
  )
}

export type LogLevel = 'info' | 'warn' | 'error'
const levels: readonly LogLevel[] = ['info', 'warn', 'error']

export function writeToStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function createLog(write: (line: string) => void = writeToStderr, least: LogLevel = 'info'): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: Record<string, unknown> = {}) => {
      if (levels.indexOf(level) < levels.indexOf(least)) return
      const requestId = currentRequestId.getStore()
      write(JSON.stringify({ at: new Date().toISOString(), level, event, requestId, ...redact(fields) }))
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
