/** Where the value of a setting comes from: its variable, for a secret also the file that its variable with _FILE names (as
 * Docker, Kubernetes and systemd hand over secrets), or the default. */
import { readFileSync } from 'node:fs'
import { InvalidSetting, type Setting } from './values.ts'

export type Environment = Readonly<Record<string, string | undefined>>
export type Source = 'variable' | 'file' | 'default'

/** All variables that set this. */
export const variablesOf = ({ variable, fromFile }: Setting<unknown>): string[] =>
  fromFile === undefined ? [variable] : [variable, `${variable}_FILE`]

/** Throws InvalidSetting, whose message begins with the variable and never contains the value. */
export function readSetting<Value>(
  setting: Setting<Value>,
  environment: Environment,
): { value: Value | ''; source: Source } {
  const { variable, parse, fallback, fromFile, emptyCounts } = setting
  const value = environment[variable]
  const file = fromFile === undefined ? '' : (environment[`${variable}_FILE`] ?? '')
  if (file !== '' && fromFile !== undefined) {
    if (value) throw new InvalidSetting(`${variable} and ${variable}_FILE are both set: remove one of them`)
    const content = contentOf(`${variable}_FILE`, file)
    return { value: parsed(`${variable}_FILE must name a file with`, () => parse(fromFile(content))), source: 'file' }
  }
  if (value === undefined || (value === '' && !emptyCounts)) return { value: fallback, source: 'default' }
  return { value: value === '' ? '' : parsed(`${variable} must be`, () => parse(value)), source: 'variable' }
}

function contentOf(variable: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new InvalidSetting(`${variable} must be a file that can be read`)
  }
}

function parsed<Value>(beginning: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw new InvalidSetting(`${beginning} ${(error as Error).message}`)
  }
}
