/** Every setting with its value and where it comes from, for the operator. Secrets are shown as their length and a fingerprint
 * that only this installation can compute, so that two machines can be compared and nothing can be guessed from it. */
import { createHmac } from 'node:crypto'
import { keyOf } from '#server/platform/secrets/seal.ts'
import { settings } from '#server/platform/config/config.ts'
import { type Environment, readSetting, type Source } from '#server/platform/config/sources.ts'
import type { Setting } from '#server/platform/config/values.ts'

export type SettingLine = {
  variable: string
  source: Source
  shown: string
  about: string
  /** Why the value is not allowed; null for an allowed one. */
  problem: string | null
}

/** `secret`: of this installation, or empty where there is none yet. */
export function describeSettings(environment: Environment, secret: string): SettingLine[] {
  return Object.values<Setting<unknown>>(settings).map((setting) => {
    const { variable, about } = setting
    try {
      const { value, source } = readSetting(setting, environment)
      const shown = setting.fromFile === undefined ? textOf(value) : hide(String(value), secret)
      return { variable, about, source, shown, problem: null }
    } catch (error) {
      return { variable, about, source: 'variable', shown: '', problem: (error as Error).message }
    }
  })
}

const FINGERPRINT_CHARACTERS = 12

function hide(value: string, secret: string): string {
  if (value === '') return ''
  const length = `${value.length} characters`
  if (secret === '') return length
  const fingerprint = createHmac('sha256', keyOf(secret, 'peal setting fingerprint')).update(value).digest('hex')
  return `${length}, fingerprint ${fingerprint.slice(0, FINGERPRINT_CHARACTERS)}`
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, one]) => `${name}=${String(one)}`)
      .join(',')
  }
  return String(value)
}
