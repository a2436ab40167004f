/** Every setting in one table: its variable, its default and what it means.
 * The only file that reads the environment. */
import { resolve } from 'node:path'
import { backupSettings } from './backup.ts'
import { databaseSettings } from './database.ts'
import { feedSettings } from './feeds.ts'
import { fileSettings } from './files.ts'
import { traceSettings } from './traces.ts'
import { custodySettings } from './custody.ts'
import { lightningSettings, requireNodeSettings } from './lightning.ts'
import { registrationSettings } from './registration.ts'
import { requireKnownSettings } from './unknown.ts'
import { findFfmpeg, requireCompleteConfig } from './requirements.ts'
import { type Environment, readSetting, variablesOf } from './sources.ts'
import {
  InvalidSetting,
  claimMap,
  countries,
  crashPoint,
  flag,
  folder,
  hostPorts,
  integer,
  linkTarget,
  listenAddress,
  listenHost,
  mailbox,
  msat,
  oneOf,
  ownSecret,
  privateKey,
  program,
  providerAddress,
  proxies,
  publicOrigin,
  readableFile,
  relayAddresses,
  ROLES,
  roles,
  secret,
  type Setting,
  setting,
  smtpAddress,
  text,
  tokenKey,
  webAddress,
} from './values.ts'

const MAX_SAFE = Number.MAX_SAFE_INTEGER
/** Used beside our own relay unless configured otherwise. The sandbox connects to none of them. */
const PUBLIC_RELAYS = ['wss://relay.damus.io', 'wss://relay.primal.net', 'wss://nos.lol', 'wss://nostr.mom']

/** The table; docs/operating.md describes the settings that most operators need. */
export const settings = {
  host: setting('HOST', listenHost, '127.0.0.1', 'Address to listen on'),
  port: setting('PORT', integer(0, 65_535), 3000, 'Port to listen on'),
  roles: setting('ROLE', roles, ROLES, 'What this process does: web, jobs, relay, or all'),
  drainSeconds: setting('DRAIN_SECONDS', integer(0, 600), 0, 'How long /readyz responds 503 before a server stops'),
  metricsListen: setting(
    'METRICS_LISTEN',
    listenAddress,
    '',
    'Address and port for metrics, like 127.0.0.1:9464, another port for each process; none if empty',
  ),
  dataDir: setting('DATA_DIR', folder, resolve('data'), 'Folder of the embedded database, files and secrets'),
  publicUrl: setting('PUBLIC_URL', publicOrigin, '', 'Public URL of this server'),
  ...databaseSettings,
  secret: secret('SECRET', ownSecret, '', 'Encrypts what is secret, signs upload URLs; stored in DATA_DIR if not set'),
  trustedProxies: setting('TRUSTED_PROXIES', proxies, '', 'Comma-separated addresses of reverse proxies'),
  ...lightningSettings,
  smtpUrl: secret('SMTP_URL', smtpAddress, '', 'SMTP server; without one, mails are stored and shown at /sandbox/mail'),
  mailFrom: setting('MAIL_FROM', mailbox, 'Peal <no-reply@localhost>', 'Sender of mails'),
  ffmpegPath: setting('FFMPEG_PATH', program, '', 'ffmpeg to prepare audio with; else one in PATH, else one from npm'),
  uploadQuotaGib: setting('UPLOAD_QUOTA_GIB', integer(1, 100_000), 100, 'Storage quota for the uploads of an account'),
  keepFreeMib: setting(
    'KEEP_FREE_MIB',
    integer(0, 100_000_000),
    1_024,
    'Free disk space below which uploads are refused',
  ),
  ...fileSettings,
  ...backupSettings,
  ...feedSettings,
  ...traceSettings,
  brandName: setting('BRAND_NAME', text, 'Peal', 'Name of this platform'),
  faqUrl: setting('FAQ_URL', linkTarget, '/docs', 'Target of the FAQ link'),
  shareCampaign: {
    ...setting('SHARE_CAMPAIGN', text, 'BTC24', 'Campaign after the @ in shared titles; empty for none'),
    emptyCounts: true,
  },
  isPreview: setting('PREVIEW', flag, false, 'Shows the PREVIEW label'),
  demo: setting('DEMO', flag, true, 'Creates the demo catalogue on the first start of an empty sandbox'),
  ...registrationSettings,
  identityMode: setting(
    'IDENTITY_MODE',
    oneOf('embedded', 'oidc', 'both'),
    'embedded',
    'Log-in by password, OIDC or both',
  ),
  oidcIssuer: setting('OIDC_ISSUER', providerAddress, '', 'OpenID provider that users log in with'),
  oidcClientId: setting('OIDC_CLIENT_ID', text, '', 'Client id of this server'),
  oidcClientSecret: secret('OIDC_CLIENT_SECRET', text, '', 'Its client secret; empty for a public client'),
  oidcAudience: setting('OIDC_AUDIENCE', text, '', 'Required audience of its tokens, in addition to the client'),
  oidcClaimMap: setting('OIDC_CLAIM_MAP', claimMap, {}, 'Names of its claims, like email=mail,name=displayName'),
  oidcName: setting('OIDC_NAME', text, 'Single sign-on', 'Label of its button'),
  googleClientId: setting('GOOGLE_CLIENT_ID', text, '', 'Log-in with Google: the client id; disabled if empty'),
  googleClientSecret: secret('GOOGLE_CLIENT_SECRET', text, '', 'Its secret'),
  googleIssuer: setting('GOOGLE_ISSUER', providerAddress, 'https://accounts.google.com', 'Its issuer'),
  appleClientId: setting('APPLE_CLIENT_ID', text, '', 'Log-in with Apple: the Services ID; disabled if empty'),
  appleTeamId: setting('APPLE_TEAM_ID', text, '', 'The team it belongs to'),
  appleKeyId: setting('APPLE_KEY_ID', text, '', 'The key that signs its secret'),
  applePrivateKey: secret('APPLE_PRIVATE_KEY', privateKey, '', 'That key, as PEM'),
  appleIssuer: setting('APPLE_ISSUER', providerAddress, 'https://appleid.apple.com', 'Its issuer'),
  twitterClientId: setting('TWITTER_CLIENT_ID', text, '', 'Log-in with X: the client id; disabled if empty'),
  twitterClientSecret: secret('TWITTER_CLIENT_SECRET', text, '', 'Its secret; empty for a public client'),
  twitterAuthorizeUrl: setting(
    'TWITTER_AUTHORIZE_URL',
    providerAddress,
    'https://x.com/i/oauth2/authorize',
    'For log-in',
  ),
  twitterTokenUrl: setting(
    'TWITTER_TOKEN_URL',
    providerAddress,
    'https://api.x.com/2/oauth2/token',
    'Its token endpoint',
  ),
  twitterUserUrl: setting(
    'TWITTER_USER_URL',
    providerAddress,
    'https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url',
    'Its user info endpoint',
  ),
  walletLoginName: setting('WALLET_LOGIN_NAME', text, 'ZBD', 'Log-in with a wallet: the label of its button'),
  walletLoginClientId: setting('WALLET_LOGIN_CLIENT_ID', text, '', 'Client id of this server; disabled if empty'),
  walletLoginClientSecret: secret('WALLET_LOGIN_CLIENT_SECRET', text, '', 'Its secret; empty for a public client'),
  walletLoginAuthorizeUrl: setting('WALLET_LOGIN_AUTHORIZE_URL', providerAddress, '', 'Its authorization endpoint'),
  walletLoginTokenUrl: setting('WALLET_LOGIN_TOKEN_URL', providerAddress, '', 'Its token endpoint'),
  walletLoginUserUrl: setting('WALLET_LOGIN_USER_URL', providerAddress, '', 'Its user info endpoint'),
  walletLoginScope: setting('WALLET_LOGIN_SCOPE', text, 'user', 'Requested scope'),
  walletLoginApiKey: secret('WALLET_LOGIN_API_KEY', text, '', 'Sent as the header apikey, if set'),
  customTokenIssuer: setting('CUSTOM_TOKEN_ISSUER', text, '', 'Log-in with tokens of this issuer; disabled if empty'),
  customTokenKey: secret(
    'CUSTOM_TOKEN_KEY',
    tokenKey,
    '',
    'Its public key as PEM, or a secret of at least 32 characters',
  ),
  customTokenAudience: setting('CUSTOM_TOKEN_AUDIENCE', text, '', 'Audience of its tokens; default: PUBLIC_URL'),
  regionAllow: setting(
    'REGION_ALLOW',
    countries,
    [],
    'Countries in which payments are allowed, as ISO codes; empty: all',
  ),
  regionDeny: setting('REGION_DENY', countries, [], 'Countries in which payments are not allowed, as ISO codes'),
  requireVerifiedWallet: setting(
    'REQUIRE_VERIFIED_WALLET',
    flag,
    false,
    'Deposits and withdrawals need a region confirmed by name',
  ),
  termsFile: setting('TERMS_FILE', readableFile, '', 'File with the terms of service, markdown or plain text'),
  privacyFile: setting('PRIVACY_FILE', readableFile, '', 'File with the privacy notice'),
  contactFile: setting('CONTACT_FILE', readableFile, '', 'File with the operator’s contact details'),
  feePpm: setting('PLATFORM_FEE_PPM', integer(0, 1_000_000), 50_000, 'Platform fee on payments to content, in ppm'),
  minPaymentMsat: setting('MIN_PAYMENT_MSAT', msat(1, MAX_SAFE), 1_000n, 'Smallest payment'),
  maxPaymentMsat: setting('MAX_PAYMENT_MSAT', msat(1, MAX_SAFE), 100_000_000n, 'Largest zap, deposit or withdrawal'),
  isGiving: setting('GIFTS', flag, true, 'Pays the first zap of a visitor from the purse; real Lightning: off'),
  giftsPerDayMsat: setting('GIFTS_PER_DAY_MSAT', msat(0, MAX_SAFE), 2_100_000n, 'Maximum of all gifts in a day'),
  invoiceExpirySeconds: setting('INVOICE_EXPIRY_SECONDS', integer(60, 86_400), 3_600, 'Expiry of invoices, in seconds'),
  reservePpm: setting(
    'FEE_RESERVE_PPM',
    integer(0, 100_000),
    15_000,
    'Reserve for the routing fee of a withdrawal, in ppm',
  ),
  reserveMinMsat: setting('FEE_RESERVE_MIN_MSAT', msat(0, MAX_SAFE), 2_000n, 'Minimum of that reserve'),
  dailyWithdrawalMsat: setting('DAILY_WITHDRAWAL_MSAT', msat(0, MAX_SAFE), 400_000_000n, 'Maximum withdrawn in 24 h'),
  youngWithdrawalMsat: setting(
    'YOUNG_WITHDRAWAL_MSAT',
    msat(0, MAX_SAFE),
    10_000_000n,
    'The same for accounts younger than 24 h',
  ),
  stepUpMsat: setting(
    'STEP_UP_MSAT',
    msat(0, MAX_SAFE),
    20_000_000n,
    'What an account may send out in 24 h, fees included, before each further payment needs a proof of identity',
  ),
  ...custodySettings,
  failedWithdrawalsPerHour: setting(
    'FAILED_WITHDRAWALS_PER_HOUR',
    integer(1, 1_000),
    5,
    'Failed payouts per hour before withdrawals pause',
  ),
  outboundAllow: setting(
    'OUTBOUND_ALLOW',
    hostPorts,
    [],
    'host:port list of non-public hosts that may be requested; sandbox only',
  ),
  priceUrl: setting('PRICE_URL', webAddress, '', 'URL of USD exchange rates; empty: no price is shown'),
  forwardAtOnceMsat: setting(
    'FORWARD_AT_ONCE_MSAT',
    msat(1_000, MAX_SAFE),
    100_000n,
    'Earnings that are forwarded immediately',
  ),
  forwardAfterDayMsat: setting(
    'FORWARD_AFTER_DAY_MSAT',
    msat(1_000, MAX_SAFE),
    10_000n,
    'The same after 24 h of waiting',
  ),
  forwardFeeBudgetMsat: setting(
    'FORWARD_FEE_BUDGET_MSAT',
    msat(0, MAX_SAFE),
    10_000_000n,
    'Maximum that the house pays for routing of forwards in 24 h',
  ),
  forwardAttempts: setting('FORWARD_ATTEMPTS', integer(1, 20), 6, 'Attempts before a forward is given up'),
  forwardRetrySeconds: setting('FORWARD_RETRY_SECONDS', integer(1, 86_400), 60, 'First pause between them; it doubles'),
  publicRelays: setting(
    'PUBLIC_RELAYS',
    relayAddresses,
    PUBLIC_RELAYS as readonly string[],
    'External relays for profiles and zap receipts, or none; sandbox: none',
  ),
  relayConnections: setting(
    'RELAY_CONNECTIONS',
    integer(1, 100_000),
    5_000,
    'Maximum number of connections to the nostr relay',
  ),
  relayConnectionsPerAddress: setting(
    'RELAY_CONNECTIONS_PER_ADDRESS',
    integer(1, 100_000),
    100,
    'The same from one IP address',
  ),
  relayEventsPerMinute: setting(
    'RELAY_EVENTS_PER_MINUTE',
    integer(1, 1_000_000),
    120,
    'Maximum number of events per minute from one IP address, and of one key',
  ),
  relayRequestsPerMinute: setting(
    'RELAY_REQUESTS_PER_MINUTE',
    integer(1, 1_000_000),
    600,
    'Maximum number of subscriptions, counts and log-ins per minute from one IP address',
  ),
  logLevel: setting('LOG_LEVEL', oneOf('info', 'warn', 'error'), 'warn', 'Minimum severity that is logged'),
  isDevelopment: setting('DEVELOPMENT', flag, false, 'Serves web/ through Vite with reloading'),
  crashAt: setting('CRASH_AT', crashPoint, '', 'Fault lab: name:nth, kills the process at that point'),
} as const

const variables: readonly string[] = Object.values<Setting<unknown>>(settings).flatMap(variablesOf)

export type Config = { readonly [Name in keyof typeof settings]: (typeof settings)[Name]['fallback'] }

export function readConfig(environment: Environment = process.env): Config {
  requireKnownSettings(environment, variables)
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, one]) => [
    name,
    readSetting(one, environment).value,
  ])
  const config = Object.fromEntries(entries) as Config
  requireNoExemptHosts(config.lightning, config.outboundAllow)
  requireNodeSettings(config)
  requireCompleteConfig(config)
  return {
    ...config,
    publicRelays: publicRelaysOf(config, environment),
    isGiving: isGiving(config, environment),
    ffmpegPath: findFfmpeg(config.ffmpegPath, environment['PATH'] ?? ''),
  }
}

/** The sandbox connects only to relays that its operator has named. */
function publicRelaysOf({ lightning, publicRelays }: Config, environment: Environment): readonly string[] {
  const isNamed = (environment[settings.publicRelays.variable] ?? '') !== ''
  return lightning === 'sandbox' && !isNamed ? [] : publicRelays
}

/** With a real node, the operator decides whether to give money away. */
function isGiving({ lightning, isGiving: isWanted }: Config, environment: Environment): boolean {
  const isNamed = (environment[settings.isGiving.variable] ?? '') !== ''
  return isWanted && (lightning === 'sandbox' || isNamed)
}

/** With real money no host is exempt from the rules for outgoing requests. */
export function requireNoExemptHosts(lightning: string, outboundAllow: readonly string[]): void {
  if (lightning !== 'sandbox' && outboundAllow.length > 0) {
    throw new InvalidSetting('OUTBOUND_ALLOW is for the sandbox: leave it empty with a real Lightning backend')
  }
}
