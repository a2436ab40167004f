/** What a setting is, how the text of a variable is parsed, and the error for an invalid value. The settings
 * themselves are in config.ts. */
import { createPrivateKey } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { isAbsolute, resolve } from 'node:path'

/** Whether its name is that of this machine. */
export const isThisMachine = ({ hostname }: URL) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

export type Setting<Value> = {
  variable: string
  parse: (value: string) => Value
  fallback: Value
  about: string
  /** A variable that is set but empty is a value; for other settings it counts as unset. */
  emptyCounts?: true
  /** Only for secrets, which are never shown: the value in the file that the variable with _FILE names. */
  fromFile?: (content: Buffer) => string
}
export const setting = <Value>(
  variable: string,
  parse: (value: string) => Value,
  fallback: Value,
  about: string,
): Setting<Value> => ({ variable, parse, fallback, about })
/** A setting whose value is never shown and can also be in a file. */
export const secret = <Value>(
  variable: string,
  parse: (value: string) => Value,
  fallback: Value,
  about: string,
  fromFile: (content: Buffer) => string = (content) => content.toString('utf8').trim(),
): Setting<Value> => ({ variable, parse, fallback, about, fromFile })

const TEXT_MAX = 2_000
/** Free text. Control characters would end up in headers and logs, and nobody types them on purpose. */
export const text = (value: string) => {
  if (value.trim() === '') throw new InvalidSetting('a text, not only spaces')
  if (value.length > TEXT_MAX) throw new InvalidSetting(`at most ${TEXT_MAX} characters long`)
  if (/\p{Cc}/u.test(value)) throw new InvalidSetting('a text without line breaks and other control characters')
  return value
}
export const flag = (value: string) => {
  if (/^(on|true|1)$/i.test(value)) return true
  if (/^(off|false|0)$/i.test(value)) return false
  throw new InvalidSetting('on or off')
}
export const folder = (value: string) => resolve(text(value))
/** A program, by path or by a name to look up in PATH. */
export const program = (value: string) => {
  if (/^[\w.+-]+$/.test(value)) return value
  if (!canAccess(value, constants.X_OK)) throw new InvalidSetting('a program that can be run, like /usr/bin/ffmpeg')
  return value
}
export const readableFile = (value: string) => {
  if (!canAccess(value, constants.R_OK)) throw new InvalidSetting('a file that can be read, like /etc/peal/terms.md')
  return value
}
function canAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
export const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
export const listenHost = (value: string) => {
  const host = value.replace(/^\[(.*)\]$/, '$1')
  // A value of digits and dots must be a valid IPv4 address.
  if (isIP(host) !== 0 || (HOST_NAME.test(host) && !/^[\d.]+$/.test(host))) return host
  throw new InvalidSetting('an address to listen on, like 127.0.0.1, 0.0.0.0 or ::1')
}
/** An address and a port to listen on; empty: none. Port 0 is any free one. */
export const listenAddress = (value: string) => {
  const [, host, port = ''] = /^(.+):(\d{1,5})$/.exec(value) ?? []
  if (host === undefined || Number(port) > 65_535) throw new InvalidSetting('an address like 127.0.0.1:9464')
  return `${isIPv6(listenHost(host)) ? `[${listenHost(host)}]` : host}:${port}`
}
export const smtpAddress = (value: string) => {
  const url = URL.parse(text(value))
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new InvalidSetting('an address like smtp://user:password@mail.example:587')
  }
  return value
}
/** IP addresses, networks, and the network names that Fastify knows. */
export const proxies = (value: string) => {
  for (const one of value.split(',')) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(one.trim()) ?? []
    const version = isIP(address)
    const isNetwork = version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
    if (!isNetwork && !/^(loopback|linklocal|uniquelocal)$/.test(one.trim())) {
      throw new InvalidSetting('addresses of proxies, like 127.0.0.1,10.0.0.0/8')
    }
  }
  return value
}
/** The target of a link: a path on this server, or a URL. */
export const linkTarget = (value: string) => {
  if (/^\/(?!\/)/.test(text(value)) || /^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value
  throw new InvalidSetting('a path like /docs or an address like https://peal.example/help')
}
const isBucketName = (value: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)
export const bucketName = (value: string) => {
  if (!isBucketName(value)) throw new InvalidSetting('the name of a bucket, like peal-files')
  return value
}
/** A folder that exists, or a bucket. */
export const filePlace = (value: string) => {
  const isBucket = value.startsWith('s3://')
  if (isBucket ? !isBucketName(value.slice('s3://'.length)) : !isAbsolute(value) || !isFolder(value))
    throw new InvalidSetting('a folder that exists, like /var/lib/peal/files, or a bucket, like s3://peal-files')
  return value
}
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
export const crashPoint = (value: string) => {
  if (!/^[a-z][a-z0-9:-]*(:\d{1,6})?$/.test(value)) throw new InvalidSetting('name:nth, like payout:sent:1')
  return value
}
export const mailbox = (value: string) => {
  if (!/[^\s@<]@[^\s@>]/.test(text(value))) throw new InvalidSetting('a sender, like Peal <no-reply@peal.example>')
  return value
}
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
/** Pages and links are built on this origin, so it has neither a path nor a query. */
export const publicOrigin = (value: string) => {
  const url = URL.parse(value)
  const isOrigin =
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search + url.hash === ''
  if (!isOrigin || url.username !== '') throw new InvalidSetting('an address without a path, like https://peal.example')
  return url.origin
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
/** Nostr relays. `none` is an explicit value because an empty variable counts as unset. `ws:` is for this machine
 * only. */
export const relayAddresses = (value: string): readonly string[] => {
  if (value.trim() === 'none') return []
  return value.split(',').map((one) => {
    const url = URL.parse(one.trim())
    const isHere = url !== null && isThisMachine(url)
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
export const domains = (value: string): readonly string[] =>
  value.split(',').map((one) => {
    const domain = one.trim().toLowerCase()
    if (!/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(domain))
      throw new InvalidSetting('domains, like trash.example,other.example')
    return domain
  })
/** The address of an identity provider. What is sent there opens accounts, so plain HTTP is for this machine only. */
export const providerAddress = (value: string) => {
  const url = URL.parse(value)
  const isHere = url !== null && isThisMachine(url)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isHere)) {
    throw new InvalidSetting('an address like https://id.example')
  }
  return value
}
/** Environment variables rarely contain line breaks, so `\n` is accepted for them. */
export const pem = (value: string) => value.replaceAll('\\n', '\n')
const TOKEN_SECRET_MIN = 32
export const tokenKey = (value: string) => {
  const key = pem(value)
  if (!key.includes('-----BEGIN') && text(key).length < TOKEN_SECRET_MIN) {
    throw new InvalidSetting(`a public key as PEM, or a secret of at least ${TOKEN_SECRET_MIN} characters`)
  }
  return key
}
const SECRET_MIN = 32
export const ownSecret = (value: string) => {
  if (text(value).length < SECRET_MIN) throw new InvalidSetting(`at least ${SECRET_MIN} characters long`)
  return value
}
export const privateKey = (value: string) => {
  try {
    const key = createPrivateKey(pem(value))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem(value)
  } catch {
    // A key that cannot be parsed is reported below, without any of its content.
  }
  throw new InvalidSetting('a private key of the curve P-256, as PEM')
}
/** Our names of claims, each with the issuer's name. */
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
/** What a process does. Pages and /v1; background jobs; the nostr relay. */
export type Role = 'web' | 'jobs' | 'relay'
export const ROLES: readonly Role[] = ['web', 'jobs', 'relay']
export const roles = (value: string): readonly Role[] => {
  if (value === 'all') return ROLES
  const named = value.split(',')
  const found = ROLES.filter((role) => named.includes(role))
  if (found.length !== named.length) throw new InvalidSetting('web, jobs, relay, several of them (web,relay), or all')
  return found
}
export const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice => {
    const choice = choices.find((one) => one === value)
    if (choice === undefined) throw new InvalidSetting(`one of ${choices.join(', ')}`)
    return choice
  }
