/** What a setting is, how the text of a variable becomes its value, and what is said when it is none.
 * Which settings there are stands in config.ts. */
import { createPrivateKey } from 'node:crypto'

export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

export type Setting<Value> = {
  variable: string
  parse: (value: string) => Value
  fallback: Value
  about: string
  /** A variable that is there and empty is a value of its own; elsewhere it is as if it were not there. */
  emptyCounts?: true
}
export const setting = <Value>(
  variable: string,
  parse: (value: string) => Value,
  fallback: Value,
  about: string,
): Setting<Value> => ({ variable, parse, fallback, about })

export const text = (value: string) => value
export const flag = (value: string) => value !== '' && value !== '0' && value !== 'off' && value !== 'false'
export const integer = (min: number, max: number) => (value: string) => {
  const number = /^\d{1,16}$/.test(value) ? Number.parseInt(value, 10) : Number.NaN
  if (!(number >= min && number <= max)) throw new InvalidSetting(`a whole number from ${min} to ${max}`)
  return number
}
export const origin = (value: string) => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new InvalidSetting('an address like https://peal.example')
  return value.replace(/\/+$/, '')
}
export const webAddress = (value: string) => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new InvalidSetting('an address like https://a.example/b')
  return value
}
export const hostPorts = (value: string): readonly string[] =>
  value.split(',').map((one) => {
    const entry = one.trim().toLowerCase()
    if (!/^([a-z0-9.-]+|\[[0-9a-f:.]+\]):[1-9]\d{0,4}$/.test(entry)) {
      throw new InvalidSetting('hosts with their ports, like localhost:4000,127.0.0.1:4001')
    }
    return entry
  })
/** Relays of nostr. `none` is a word of its own, since an empty variable is none. Without TLS on this machine alone. */
export const relayAddresses = (value: string): readonly string[] => {
  if (value.trim() === 'none') return []
  return value.split(',').map((one) => {
    const url = URL.parse(one.trim())
    const isHere = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    if (url === null || (url.protocol !== 'wss:' && !(url.protocol === 'ws:' && isHere)) || url.username !== '') {
      throw new InvalidSetting('relays, like wss://relay.example,wss://other.example, or none')
    }
    return one.trim()
  })
}
export const countries = (value: string): readonly string[] =>
  value.split(',').map((one) => {
    const code = one.trim().toUpperCase()
    if (!/^[A-Z]{2}$/.test(code)) throw new InvalidSetting('country codes of two letters, like DE,AT,CH')
    return code
  })
/** A provider's address: what is sent there opens accounts, so plain HTTP is for this machine only. */
export const providerAddress = (value: string) => {
  const url = URL.parse(value)
  const isHere = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isHere)) {
    throw new InvalidSetting('an address like https://id.example')
  }
  return value
}
/** Environments rarely carry line ends. */
export const pem = (value: string) => value.replaceAll('\\n', '\n')
export const privateKey = (value: string) => {
  try {
    const key = createPrivateKey(pem(value))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem(value)
  } catch {
    // What cannot be read is told below, without a word of it.
  }
  throw new InvalidSetting('a private key of the curve P-256, as PEM')
}
/** Our names of claims, and the issuer's. */
export const claimMap = (value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    value.split(',').map((one) => {
      const [, ours, theirs] = /^\s*(email|email_verified|name|picture)\s*=\s*(\S{1,100})\s*$/.exec(one) ?? []
      if (ours === undefined || theirs === undefined) {
        throw new InvalidSetting('pairs of email, email_verified, name, picture, like email=mail,name=displayName')
      }
      return [ours, theirs]
    }),
  )
export const msat = (min: number, max: number) => (value: string) => BigInt(integer(min, max)(value))
export const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice => {
    const choice = choices.find((one) => one === value)
    if (choice === undefined) throw new InvalidSetting(`one of ${choices.join(', ')}`)
    return choice
  }
