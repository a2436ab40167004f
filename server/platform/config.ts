/** Every setting there is, in one table: its variable, what it means and what it is without one.
 * The only file that reads the environment. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

const text = (value: string) => value
const flag = (value: string) => value !== '' && value !== '0' && value !== 'off' && value !== 'false'
const integer = (min: number, max: number) => (value: string) => {
  const number = /^\d{1,16}$/.test(value) ? Number.parseInt(value, 10) : Number.NaN
  if (!(number >= min && number <= max)) throw new InvalidSetting(`a whole number from ${min} to ${max}`)
  return number
}
const origin = (value: string) => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new InvalidSetting('an address like https://peal.example')
  return value.replace(/\/+$/, '')
}
const msat = (min: number, max: number) => (value: string) => BigInt(integer(min, max)(value))
const oneOf =
  <const Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice => {
    const choice = choices.find((one) => one === value)
    if (choice === undefined) throw new InvalidSetting(`one of ${choices.join(', ')}`)
    return choice
  }

type Setting<Value> = { variable: string; parse: (value: string) => Value; fallback: Value; about: string }
const setting = <Value>(
  variable: string,
  parse: (value: string) => Value,
  fallback: Value,
  about: string,
): Setting<Value> => ({ variable, parse, fallback, about })

const DAY_MSAT = 400_000_000
const MAX_SAFE = Number.MAX_SAFE_INTEGER

/** The table. docs/operating.md is written from it. */
export const settings = {
  host: setting('HOST', text, '127.0.0.1', 'Address to listen on'),
  port: setting('PORT', integer(0, 65_535), 3000, 'Port to listen on'),
  dataDir: setting('DATA_DIR', resolve, resolve('data'), 'Folder of the embedded database, files and secrets'),
  publicUrl: setting('PUBLIC_URL', origin, '', 'Address people reach this server at'),
  databaseUrl: setting('DATABASE_URL', text, '', 'PostgreSQL to use instead of the embedded one'),
  databaseOwnerUrl: setting(
    'DATABASE_OWNER_URL',
    text,
    '',
    'Role that migrates, when DATABASE_URL is the serving role',
  ),
  databaseConnections: setting('DATABASE_CONNECTIONS', integer(2, 200), 20, 'Connections of one process'),
  secret: setting('SECRET', text, '', 'Signs tokens and upload addresses; made and kept in DATA_DIR when absent'),
  trustedProxies: setting('TRUSTED_PROXIES', text, '', 'Comma-separated addresses of proxies in front'),
  lightning: setting('LIGHTNING', oneOf('sandbox'), 'sandbox', 'Lightning backend'),
  smtpUrl: setting('SMTP_URL', text, '', 'SMTP server; without one, mails are kept and shown at /sandbox/mail'),
  mailFrom: setting('MAIL_FROM', text, 'Peal <no-reply@localhost>', 'Sender of mails'),
  ffmpegPath: setting('FFMPEG_PATH', text, '', 'ffmpeg to prepare audio with; else one in PATH, else one from npm'),
  brandName: setting('BRAND_NAME', text, 'Peal', 'Name of this platform'),
  faqUrl: setting('FAQ_URL', text, '/docs', 'Where FAQ leads'),
  shareCampaign: setting('SHARE_CAMPAIGN', text, 'BTC24', 'Stands after @ in shared titles; empty drops it'),
  isPreview: setting('PREVIEW', flag, false, 'Shows the PREVIEW label'),
  demo: setting('DEMO', flag, true, 'Makes the demo catalogue on the first start of an empty sandbox'),
  registration: setting('REGISTRATION', oneOf('open', 'closed'), 'open', 'Who may make an account'),
  feePpm: setting('PLATFORM_FEE_PPM', integer(0, 1_000_000), 50_000, 'Platform fee on payments to content, in ppm'),
  minPaymentMsat: setting('MIN_PAYMENT_MSAT', msat(1, MAX_SAFE), 1_000n, 'Smallest payment'),
  maxPaymentMsat: setting('MAX_PAYMENT_MSAT', msat(1, MAX_SAFE), 100_000_000n, 'Largest zap, deposit or withdrawal'),
  invoiceExpirySeconds: setting(
    'INVOICE_EXPIRY_SECONDS',
    integer(60, 86_400),
    3_600,
    'How long an invoice can be paid',
  ),
  reservePpm: setting('FEE_RESERVE_PPM', integer(0, 100_000), 15_000, 'Fee held for a withdrawal, in ppm'),
  reserveMinMsat: setting('FEE_RESERVE_MIN_MSAT', msat(0, MAX_SAFE), 2_000n, 'Smallest fee held for a withdrawal'),
  dailyWithdrawalMsat: setting(
    'DAILY_WITHDRAWAL_MSAT',
    msat(0, MAX_SAFE),
    BigInt(DAY_MSAT),
    'Most an account withdraws in 24 h',
  ),
  youngWithdrawalMsat: setting(
    'YOUNG_WITHDRAWAL_MSAT',
    msat(0, MAX_SAFE),
    10_000_000n,
    'The same for accounts younger than 24 h',
  ),
  failedWithdrawalsPerHour: setting(
    'FAILED_WITHDRAWALS_PER_HOUR',
    integer(1, 1_000),
    5,
    'Failed payouts an hour before a pause',
  ),
  logLevel: setting('LOG_LEVEL', oneOf('info', 'warn', 'error'), 'warn', 'Least serious events that are logged'),
  isDevelopment: setting('DEVELOPMENT', flag, false, 'Serves web/ through Vite with reloading'),
  crashAt: setting('CRASH_AT', text, '', 'Fault lab: name:nth, kills the process at that point'),
} as const

export type Config = { readonly [Name in keyof typeof settings]: (typeof settings)[Name]['fallback'] }

export function readConfig(environment: Environment = process.env): Config {
  const entries = Object.entries(settings as Record<string, Setting<unknown>>).map(([name, one]) => {
    const value = environment[one.variable]
    if (value === undefined || (value === '' && one.fallback !== 'BTC24')) return [name, one.fallback]
    try {
      return [name, one.parse(value)]
    } catch (error) {
      throw new InvalidSetting(`${one.variable} must be ${(error as Error).message}`)
    }
  })
  const config = Object.fromEntries(entries) as Config
  return { ...config, ffmpegPath: config.ffmpegPath || findProgram('ffmpeg', environment['PATH'] ?? '') }
}

/** The first program of that name in the search path, or ''. */
function findProgram(name: string, searchPath: string): string {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? ''
}

/** The secret of this installation: the setting, else one made at the first start and kept beside the data. */
export function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  if (config.secret !== '') {
    if (config.secret.length < 32) throw new InvalidSetting('SECRET must have at least 32 letters')
    return config.secret
  }
  const path = join(config.dataDir, 'secret')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    // 'wx': two processes that start at once must end with the same secret.
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}
