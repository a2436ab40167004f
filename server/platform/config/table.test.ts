/** Every setting with invalid values, and every unknown variable. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { describeMissing } from './missing.ts'
import { readConfig, settings } from './config.ts'
import { distanceOf } from './unknown.ts'
import { InvalidSetting, type Setting, text } from './values.ts'

const all = Object.values(settings) as Setting<unknown>[]
/** Any single-line text is valid for these, or for the files they name. */
const FREE = new Set(all.filter(({ parse }) => parse === text).map(({ variable }) => variable))
const SECRETS = all.filter(({ fromFile }) => fromFile !== undefined).map(({ variable }) => variable)
/** A name in PATH, a folder and a secret may have any form. */
const NEARLY_FREE = new Set(['DATA_DIR', 'SECRET', 'FFMPEG_PATH', 'CUSTOM_TOKEN_KEY'])

/** The error names the variable and says what it must be. */
function assertRefuses(variable: string, value: string): void {
  assert.throws(
    () => readConfig({ [variable]: value }),
    (error: Error) => error instanceof InvalidSetting && error.message.startsWith(variable),
    `${variable}=${JSON.stringify(value)} was taken`,
  )
}

for (const { variable } of all) {
  if (FREE.has(variable) || NEARLY_FREE.has(variable)) continue
  test(`${variable} refuses nonsense`, () => {
    for (const value of ['perhaps so?', '-1', 'http//:x y', '<script>']) assertRefuses(variable, value)
  })
}

test('the file of a secret that cannot be read, is empty or is given beside the secret itself is refused', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-secrets-'))
  const empty = path.join(folder, 'empty')
  fs.writeFileSync(empty, '\n')
  for (const variable of SECRETS) {
    for (const value of ['/nowhere/at all', '/', 'nothing\n', '../..', empty]) assertRefuses(`${variable}_FILE`, value)
    const both = { [variable]: 'x', [`${variable}_FILE`]: empty }
    assert.throws(() => readConfig(both), new RegExp(`^InvalidSetting: ${variable} and ${variable}_FILE are both set`))
  }
  fs.rmSync(folder, { recursive: true })
})

test('everything that opens something else can be in a file', () => {
  const opens = /SECRET|PASSWORD|PASSPHRASE|MACAROON|RUNE|API_KEY$|TOKEN_KEY$|PRIVATE_KEY$|^(DATABASE|SMTP|NWC)_.*URL$/
  const named = all.map(({ variable }) => variable).filter((variable) => opens.test(variable))
  assert.deepEqual(
    named.filter((variable) => !SECRETS.includes(variable)),
    [],
  )
  assert.ok(SECRETS.length >= 18)
})

for (const variable of [...FREE, 'DATA_DIR', 'SECRET', 'CUSTOM_TOKEN_KEY']) {
  test(`${variable} refuses spaces only, what is too long, and control characters`, () => {
    for (const value of ['   ', 'x'.repeat(2_001), `${'x'.repeat(40)}\u0007`]) assertRefuses(variable, value)
    if (variable !== 'CUSTOM_TOKEN_KEY') assertRefuses(variable, `${'x'.repeat(40)}\nSet-Cookie: a=b`)
    assert.doesNotThrow(() => readConfig({ [variable]: '' }))
  })
}

test('a switch is on, off, true, false, 1 or 0, and nothing else', () => {
  for (const value of ['on', 'true', '1', 'ON', 'True']) assert.equal(readConfig({ DEMO: value }).demo, true, value)
  for (const value of ['off', 'false', '0', 'OFF']) assert.equal(readConfig({ DEMO: value }).demo, false, value)
  for (const value of ['no', 'yes', 'enabled', '2', 'o', ' ']) assertRefuses('DEMO', value)
})

test('a minimum above the maximum is refused', () => {
  assert.throws(
    () => readConfig({ MIN_PAYMENT_MSAT: '5000', MAX_PAYMENT_MSAT: '4000' }),
    /^InvalidSetting: MIN_PAYMENT/,
  )
  assert.doesNotThrow(() => readConfig({ MIN_PAYMENT_MSAT: '5000', MAX_PAYMENT_MSAT: '5000' }))
})

test('a ceiling of the node needs an address for the rest', () => {
  assert.throws(() => readConfig({ NODE_CEILING_MSAT: '1' }), /^InvalidSetting: COLD_STORAGE is missing/)
  assert.doesNotThrow(() => readConfig({ NODE_CEILING_MSAT: '1', COLD_STORAGE: 'cold@wallet.example' }))
})

test('addresses are refused with an example', () => {
  const wrong: [string, string[], RegExp][] = [
    ['HOST', ['0.0.0', '1.2.3.4.5', 'http://x', 'a b', '::g', 'x:80'], /0\.0\.0\.0 or ::1/],
    ['SMTP_URL', ['mail.example', 'https://mail.example', 'smtp://', 'mail.example:587'], /smtp:\/\/user/],
    ['DATABASE_URL', ['localhost', 'mysql://a/b', 'postgres://', 'postgres:'], /postgres:\/\/peal/],
    ['TRUSTED_PROXIES', ['yes', '10.0.0.0/33', '127.0.0.1,', '10.0.0', '::1/129'], /127\.0\.0\.1,10\.0\.0\.0\/8/],
    [
      'PUBLIC_URL',
      ['peal.example', 'https://a.example/b', 'https://a@b.example', 'ftp://a'],
      /https:\/\/peal\.example/,
    ],
  ]
  for (const [variable, values, example] of wrong) {
    for (const value of values) {
      assertRefuses(variable, value)
      assert.throws(() => readConfig({ [variable]: value }), example)
    }
  }
  const right: Record<string, string[]> = {
    HOST: ['::1', '::', '0.0.0.0', 'localhost', 'peal-1.example', '[::1]'],
    SMTP_URL: ['smtp://127.0.0.1:25', 'smtps://user:pass%40@mail.example'],
    DATABASE_URL: ['postgres://peal@127.0.0.1:5432/peal', 'postgresql:///peal?host=/run/postgresql'],
    TRUSTED_PROXIES: ['127.0.0.1, 10.0.0.0/8', 'fd00::/8', 'loopback'],
    PUBLIC_URL: ['https://peal.example', 'http://[::1]:3000/'],
  }
  for (const [variable, values] of Object.entries(right)) {
    for (const value of values) assert.doesNotThrow(() => readConfig({ [variable]: value }), `${variable}=${value}`)
  }
})

test('a misspelled setting is refused, with the likely name', () => {
  const meant = {
    DATABSE_URL: 'DATABASE_URL',
    PUBLIC_URI: 'PUBLIC_URL',
    S3_BUKET: 'S3_BUCKET',
    OIDC_CLIENTID: 'OIDC_CLIENT_ID',
    LND_MACAROON_PATH: 'LND_MACAROON_FILE',
    TRUSTED_PROXYS: 'TRUSTED_PROXIES',
    REGISTRATIONS: 'REGISTRATION',
    RELAY_MAX: 'RELAY_',
  }
  for (const [variable, setting] of Object.entries(meant)) {
    const message = new RegExp(`^InvalidSetting: There is no setting ${variable}\\. Did you mean ${setting}`)
    // Among names of similar distance, the nearest is only a hint.
    assert.throws(() => readConfig({ [variable]: 'x' }), variable === 'RELAY_MAX' ? /RELAY_MAX/ : message)
  }
  assert.throws(() => readConfig({ S3_KEY: 'x', DATABSE_URL: 'y' }), /S3_KEY[^]*DATABSE_URL/)
  assert.doesNotThrow(() => readConfig({ S3_KEY: '' }))
})

test('variables of shells, Docker, Kubernetes, systemd, npm, Node, clouds and our own tests are ignored', () => {
  const others =
    `PATH HOME USER SHELL PWD OLDPWD LANG LANGUAGE LC_ALL TERM TERMINFO TERM_PROGRAM COLORTERM COLUMNS LINES SHLVL LOGNAME
    MAIL MAILPATH HOSTNAME HOSTTYPE MACHTYPE OSTYPE EDITOR VISUAL PAGER DISPLAY TMPDIR TZ HISTFILE HISTSIZE PS1 PROMPT
    NODE_ENV NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE npm_config_cache npm_lifecycle_event npm_package_name NPM_CONFIG_PREFIX
    npm_execpath INIT_CWD XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_CONNECTION
    INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC LISTEN_FDS LISTEN_PID MAINPID SYSTEMD_EXEC_PID
    STATE_DIRECTORY RUNTIME_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CREDENTIALS_DIRECTORY CONFIGURATION_DIRECTORY
    DOCKER_HOST DOCKER_BUILDKIT COMPOSE_PROJECT_NAME container KUBERNETES_SERVICE_HOST LND_SERVICE_HOST LND_SERVICE_PORT_REST
    LND_PORT LND_PORT_8080_TCP LND_PORT_8080_TCP_ADDR RELAY_PORT S3_NAME CLN_ENV_PATH GOOGLE_APPLICATION_CREDENTIALS
    GOOGLE_CLOUD_PROJECT AWS_REGION PGDATABASE PGHOST POSTGRES_PASSWORD POSTGRES_DB SUDO_USER SUDO_COMMAND
    PEAL_TEST_DATABASE_URL PEAL_TEST_LOG LAB_NODE LAB_SEED FUZZ_SEED LEDGER_RUNS CHROMIUM_PATH LIGHTHOUSE_ORIGIN HTTP_PROXY
    HTTPS_PROXY NO_PROXY DEBIAN_FRONTEND VIRTUAL_ENV CI GITHUB_ACTIONS RUNNER_OS BETTER_AUTH_SECRETS`.split(/\s+/)
  for (const name of others) assert.doesNotThrow(() => readConfig({ [name]: 'x' }), name)
  assert.doesNotThrow(() => readConfig({ ...process.env, PORT: undefined }))
})

test('the distance of two names counts added, removed and replaced characters', () => {
  assert.deepEqual(
    [distanceOf('', 'ab'), distanceOf('abc', 'abc'), distanceOf('abc', 'axc'), distanceOf('kitten', 'sitting')],
    [2, 0, 1, 3],
  )
})

test('a missing configured program or file is named', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'peal-parts-'))
  assertRefuses('FFMPEG_PATH', path.join(folder, 'ffmpeg'))
  assertRefuses('FFMPEG_PATH', 'no-such-program')
  for (const variable of ['TERMS_FILE', 'PRIVACY_FILE', 'CONTACT_FILE'])
    assertRefuses(variable, path.join(folder, 'x.md'))
  fs.writeFileSync(path.join(folder, 'ffmpeg'), '#!/bin/sh\n', { mode: 0o700 })
  assert.equal(readConfig({ FFMPEG_PATH: 'ffmpeg', PATH: folder }).ffmpegPath, path.join(folder, 'ffmpeg'))
  fs.rmSync(folder, { recursive: true })
})

test('missing optional settings are reported in one line each', () => {
  const none = { ffmpegPath: '', lightning: 'sandbox', termsFile: '', privacyFile: '', contactFile: '' } as const
  assert.deepEqual(describeMissing(none, true), [])
  assert.deepEqual(describeMissing(none, false).length, 1)
  assert.match(describeMissing(none, false)[0]!, /ffmpeg.*FFMPEG_PATH/)
  assert.deepEqual(describeMissing({ ...none, lightning: 'lnd', termsFile: '/a' }, true), [
    'Warning: PRIVACY_FILE, CONTACT_FILE not set, so these pages show a default text.',
  ])
})

test('each setting is used', () => {
  const server = new URL('../../', import.meta.url)
  const sources = fs
    .globSync('**/*.ts', { cwd: server, exclude: ['platform/config/{backup,config,lightning}.ts', '**/*.test.ts'] })
    .map((file) => fs.readFileSync(new URL(file, server), 'utf8'))
    .join('\n')
  // Those of a bucket are read by one function, with their prefix (files/open.ts).
  const isOfBucket = (name: string) =>
    ['s3', 'filesAlsoS3', 'backupS3'].some(
      (prefix) => name.startsWith(prefix) && sources.includes(`\`\${prefix}${name.slice(prefix.length)}\``),
    )
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(sources) || isOfBucket(name)
  assert.deepEqual(
    Object.keys(settings).filter((name) => !isUsed(name)),
    [],
  )
})
