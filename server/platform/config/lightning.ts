/** The settings of Lightning backends: the address of the operator's node and the credentials for it. They are a
 * part of the table in config.ts. */
import { readFileSync } from 'node:fs'
import { InvalidSetting, integer, isThisMachine, msat, oneOf, origin, pem, secret, setting, text } from './values.ts'
import { HEX_32 } from '#protocols/hex.ts'

/** A certificate, or the path of a file that contains one. */
const certificate = (value: string) => {
  const found = value.includes('-----BEGIN') ? pem(value) : contentOf(value).toString('utf8')
  if (!found.includes('-----BEGIN CERTIFICATE'))
    throw new InvalidSetting('a certificate as PEM, or the path of its file')
  return found
}
const hex = (value: string) => {
  if (!/^([0-9a-f]{2}){32,4096}$/i.test(value)) throw new InvalidSetting('a macaroon in hex')
  return value.toLowerCase()
}
/** Macaroon files are binary. */
const macaroonOf = (content: Buffer) => content.toString('hex')

/** The relay can read or withhold all traffic between us and the wallet, so plain `ws:` is
 * allowed on this machine only. */
const walletConnection = (value: string) => {
  const url = URL.parse(value.trim())
  const [key, secret] = [url?.hostname ?? '', url?.searchParams.get('secret') ?? '']
  const relays = (url?.searchParams.getAll('relay') ?? []).map((relay) => URL.parse(relay))
  const isSafe = (relay: URL | null) =>
    relay?.protocol === 'wss:' || (relay?.protocol === 'ws:' && isThisMachine(relay))
  const isConnection =
    url?.protocol === 'nostr+walletconnect:' && [key, secret].every((one) => HEX_32.test(one.toLowerCase()))
  if (!isConnection || relays.length === 0 || !relays.every(isSafe)) {
    throw new InvalidSetting('a connection like nostr+walletconnect://…?relay=wss://…&secret=…')
  }
  return value.trim()
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new InvalidSetting('a file that can be read')
  }
}

const LIGHTNING = oneOf('sandbox', 'lnd', 'cln', 'phoenixd', 'nwc')

export const lightningSettings = {
  lightning: setting('LIGHTNING', LIGHTNING, 'sandbox', 'Lightning backend: sandbox, lnd, cln, phoenixd or nwc'),
  lndUrl: setting('LND_URL', origin, 'https://127.0.0.1:8080', 'REST interface of lnd'),
  lndCertificate: setting('LND_TLS_CERT', certificate, '', 'Its tls.cert: the PEM itself, or the file'),
  lndMacaroon: secret(
    'LND_MACAROON',
    hex,
    '',
    'Macaroon in hex that may use invoices and off-chain payments',
    macaroonOf,
  ),
  clnUrl: setting('CLN_URL', origin, 'https://127.0.0.1:3010', 'clnrest of Core Lightning'),
  clnCertificate: setting('CLN_TLS_CERT', certificate, '', 'Its ca.pem: the PEM itself, or the file'),
  clnRune: secret('CLN_RUNE', text, '', 'Rune that may use invoices and payments'),
  phoenixdUrl: setting('PHOENIXD_URL', origin, 'http://127.0.0.1:9740', 'HTTP interface of phoenixd'),
  phoenixdPassword: secret('PHOENIXD_PASSWORD', text, '', 'Its http-password'),
  phoenixdFeePpm: setting('PHOENIXD_FEE_PPM', integer(0, 100_000), 4_000, 'Fee of phoenixd on a payment, in ppm'),
  phoenixdFeeBaseMsat: setting('PHOENIXD_FEE_BASE_MSAT', msat(0, 1_000_000), 4_000n, 'Its base fee per payment'),
  nwcUrl: secret('NWC_URL', walletConnection, '', 'Connection to a wallet, nostr+walletconnect://…'),
  nwcFeePpm: setting('NWC_FEE_PPM', integer(0, 100_000), 10_000, 'Maximum fee of a payment by the wallet, in ppm'),
  nwcFeeBaseMsat: setting('NWC_FEE_BASE_MSAT', msat(0, 1_000_000), 10_000n, 'Its maximum base fee'),
} as const

type LightningConfig = { readonly [Name in keyof typeof lightningSettings]: unknown }

/** Refuses an incomplete backend, which would accept money and be unable to send any. */
export function requireNodeSettings(config: LightningConfig): void {
  const needs = {
    sandbox: '',
    lnd: config.lndMacaroon ? '' : 'LND_MACAROON',
    cln: config.clnRune ? '' : 'CLN_RUNE',
    phoenixd: config.phoenixdPassword ? '' : 'PHOENIXD_PASSWORD',
    nwc: config.nwcUrl ? '' : 'NWC_URL',
  }
  const missing = needs[config.lightning as keyof typeof needs]
  if (missing !== '') throw new InvalidSetting(`${missing} or ${missing}_FILE is missing`)
}
