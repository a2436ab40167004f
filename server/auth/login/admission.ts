/** Who may create an account now. While many are being created, each takes a proof of work, which is checked before anything
 * that costs time; refused attempts use up no limit of others. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { getRegistration } from '#contract/accounts/registration.ts'
import type { Data } from '#contract/endpoint.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { addressUse, type Rates, totalUse } from './limits.ts'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { countUse, countUses, exceedsRate, readUses } from '#server/platform/http/rate-limit.ts'

export type AdmissionDeps = Pick<AuthDeps, 'database' | 'clock'> & {
  secret: string
  rates: Pick<Rates, 'registerPerAddress' | 'registerTotal'>
  config: Pick<Config, 'registration' | 'registrationsPerHour' | 'blockedEmailDomains'>
}

/** A browser takes about a second for 18 bits, and twice as long for each further one. */
const ZERO_BITS = 18
const ZERO_BITS_MAX = 21
const CHALLENGE_MS = 600_000
const HOUR_SECONDS = 3_600

const attempts = ({ config }: Pick<AdmissionDeps, 'config'>) =>
  totalUse('register-attempts', { max: config.registrationsPerHour, windowSeconds: HOUR_SECONDS })

/** The more attempts there are, the more work each takes. */
export async function describeRegistration(deps: AdmissionDeps): Promise<Data<typeof getRegistration>> {
  const { database, clock, config, secret } = deps
  const now = clock.now()
  const use = attempts(deps)
  const count = await readUses(database.read, use, now)
  const needsWork = config.registration === 'proof-of-work' || count >= use.rate.max
  const extra = Math.max(0, Math.floor(Math.log2(count / Math.max(1, use.rate.max))))
  const zeroBits = Math.min(ZERO_BITS_MAX, ZERO_BITS + (Number.isFinite(extra) ? extra : 0))
  const challenge = signed(secret, `${now.getTime()}.${zeroBits}.${randomBytes(12).toString('base64url')}`)
  return { needsInvite: config.registration === 'invite', work: needsWork ? { challenge, zeroBits } : null }
}

type Attempt = {
  ip: string
  email: string
  invite?: string | undefined
  work?: { challenge: string; nonce: number } | undefined
}

/** Throws unless this attempt may create an account. An invitation is consumed later, with the account. */
export async function admit(deps: AdmissionDeps, { ip, email, invite, work }: Attempt): Promise<void> {
  const { database, clock, config, rates } = deps
  const now = clock.now()
  if (config.registration === 'closed') throw new AppError(403, 'registration-closed')
  if (config.registration === 'invite' && invite === undefined) throw new AppError(403, 'invite-needed')
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (config.blockedEmailDomains.some((blocked) => domain === blocked || domain.endsWith(`.${blocked}`))) {
    throw new AppError(422, 'email-domain-blocked')
  }
  const isBusy = await exceedsRate(database.read, attempts(deps), now)
  if (isBusy || config.registration === 'proof-of-work') await requireWork(deps, work, now)
  const uses = [addressUse('register', ip, rates.registerPerAddress), totalUse('register', rates.registerTotal)]
  await countUses(database.read, uses, now)
}

/** For log-ins by Nostr key, which cost nothing to create: their accounts wait until fewer are created. */
export async function admitKey(deps: Omit<AdmissionDeps, 'secret'>, ip: string): Promise<void> {
  const { database, clock, config, rates } = deps
  const now = clock.now()
  if (config.registration === 'closed') throw new AppError(403, 'registration-closed')
  if (config.registration === 'invite') throw new AppError(403, 'invite-needed')
  const uses = [
    attempts(deps),
    addressUse('register', ip, rates.registerPerAddress),
    totalUse('register', rates.registerTotal),
  ]
  await countUses(database.read, uses, now)
}

async function requireWork({ database, secret }: AdmissionDeps, work: Attempt['work'], now: Date): Promise<void> {
  const [madeAt, zeroBits] = work === undefined ? [] : readChallenge(secret, work.challenge)
  const age = madeAt === undefined ? Number.NaN : now.getTime() - madeAt
  if (work === undefined || zeroBits === undefined || !(age >= 0 && age <= CHALLENGE_MS)) {
    throw new AppError(403, 'work-needed')
  }
  const digest = createHash('sha256').update(`${work.challenge}:${work.nonce}`).digest()
  if (leadingZeroBits(digest) < zeroBits) throw new AppError(403, 'work-needed')
  // In the window in which it was made, so that it is counted once wherever that window ends.
  const key = `work:${createHash('sha256').update(work.challenge).digest('hex').slice(0, 32)}`
  const rate = { max: 1, windowSeconds: HOUR_SECONDS }
  await countUse(database.read, key, rate, new Date(madeAt!)).catch(() => {
    throw new AppError(403, 'work-needed')
  })
}

const macOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`registration ${text}`).digest('base64url')

const signed = (secret: string, text: string) => `${text}.${macOf(secret, text)}`

function readChallenge(secret: string, challenge: string): [number, number] | [] {
  const at = challenge.lastIndexOf('.')
  const text = challenge.slice(0, Math.max(0, at))
  const [given, right] = [Buffer.from(challenge.slice(at + 1)), Buffer.from(macOf(secret, text))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return []
  const [madeAt = '', zeroBits = ''] = text.split('.')
  return [Number(madeAt), Number(zeroBits)]
}

function leadingZeroBits(digest: Buffer): number {
  const first = digest.findIndex((byte) => byte !== 0)
  return first === -1 ? digest.length * 8 : first * 8 + Math.clz32(digest[first]!) - 24
}
