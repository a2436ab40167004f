/** Tokens that a system trusted by the operator signs for its own users: each for one login, within an hour. */
import { createHash } from 'node:crypto'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthDeps } from '#server/auth/deps.ts'
import { type JwtClaims, parseJwtKey, verifyJwt } from './jwt.ts'
import { type ExternalProfile, readProfile } from './external.ts'
import * as queries from './external-queries.ts'

const LIFE_MAX_SECONDS = 3_600
const SKEW_SECONDS = 60
const ID_MAX = 255

type CustomTokenDeps = Pick<AuthDeps, 'database' | 'clock' | 'publicUrl'> & {
  config: Pick<Config, 'customTokenIssuer' | 'customTokenKey' | 'customTokenAudience'>
}

/** The profile in the token. Throws when it is not signed, not for this server, expired or already used. */
export async function verifyCustomToken(deps: CustomTokenDeps, token: string): Promise<ExternalProfile> {
  const { database, clock, config, publicUrl } = deps
  const key = parseJwtKey(config.customTokenKey)
  if (config.customTokenIssuer === '' || key === null) {
    throw new AppError(404, 'provider-not-set-up')
  }
  const claims = await verifyJwt(token, key)
  const audience = config.customTokenAudience || publicUrl
  const nowSeconds = clock.now().getTime() / 1_000
  if (claims === null || !isUsable(claims, { issuer: config.customTokenIssuer, audience, nowSeconds })) throw invalid()
  const profile = readProfile(`custom-token:${config.customTokenIssuer}`, {
    subject: typeof claims['sub'] === 'string' ? claims['sub'] : null,
    email: claims['email'],
    emailVerified: claims['email_verified'],
    name: claims['name'],
    picture: claims['picture'],
  })
  if (profile === null) throw invalid()
  // Stored until the token could no longer be used.
  const expiresAt = new Date((Number(claims['exp']) + SKEW_SECONDS) * 1_000)
  const hash = createHash('sha256')
    .update(`${config.customTokenIssuer} ${String(claims['jti'])}`)
    .digest()
  if (!(await queries.insertUsedToken(database.read, hash, expiresAt, clock.now()))) throw invalid()
  return profile
}

type Expected = { issuer: string; audience: string; nowSeconds: number }

function isUsable(claims: JwtClaims, { issuer, audience, nowSeconds }: Expected): boolean {
  const { iss, aud, exp, nbf, iat, jti } = claims
  const isNamed = iss === issuer && [aud].flat().includes(audience)
  const isSingle = typeof jti === 'string' && jti.length > 0 && jti.length <= ID_MAX
  if (!isNamed || !isSingle || !isMoment(exp)) return false
  if (exp <= nowSeconds - SKEW_SECONDS || exp > nowSeconds + LIFE_MAX_SECONDS + SKEW_SECONDS) return false
  const isBegun = [nbf, iat].every((one) => one === undefined || (isMoment(one) && one <= nowSeconds + SKEW_SECONDS))
  return isBegun && (iat === undefined || exp - Number(iat) <= LIFE_MAX_SECONDS)
}

function isMoment(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

function invalid(): AppError {
  return new AppError(401, 'custom-token-invalid')
}
