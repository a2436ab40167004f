/** How users prove that a feed is theirs: by our code in the feed, or by the e-mail address in the feed, if it is the confirmed
 * address of their account or they enter the code that was mailed to it. */
import { createHash, createHmac, randomInt } from 'node:crypto'
import { PROOF_CODE_TRIES } from '#contract/catalog/moving/imports.ts'
import { PLAIN_LANGUAGE } from '#contract/languages.ts'
import type { Show } from '#protocols/rss/read-show.ts'
import { readUser } from '#server/accounts/users.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthenticatedUser } from '#server/platform/http/caller.ts'
import { countUses } from '#server/platform/http/rate-limit.ts'
import { mailIn } from '#server/platform/texts.ts'
import type { MovingDeps } from './deps.ts'
import { countTry, type Proof, setCode } from './queries.ts'

type Feed = { url: string; show: Show }

const CODE_LIFE_MS = 1_800_000
const VERIFICATION_CHARACTERS = 24
const MAILS_PER_USER = { max: 10, windowSeconds: 86_400 }
const MAILS_PER_ADDRESS = { max: 3, windowSeconds: 86_400 }

/** The same whenever this user reads this feed, so that nothing has to be stored for it. */
export function verificationCode({ secret }: Pick<MovingDeps, 'secret'>, userId: string, url: string): string {
  const mac = createHmac('sha256', secret).update(`feed-proof\n${userId}\n${url}`).digest('hex')
  return `peal-${mac.slice(0, VERIFICATION_CHARACTERS)}`
}

/** A proof that needs no mailed code. The address is preferred, because it is also valid for a locked feed. */
export async function findProof(deps: MovingDeps, userId: string, { url, show }: Feed): Promise<Proof | null> {
  const user = await readUser(deps.database.read, userId)
  const email = user?.emailVerified === true ? user.email?.toLowerCase() : undefined
  if (email !== undefined && show.ownerEmails.includes(email)) return 'email'
  return show.verifyTexts.includes(verificationCode(deps, userId, url)) ? 'txt' : null
}

/** Throws without a proof, and for a locked feed without the proof of its address. */
export async function requireProof(
  deps: MovingDeps,
  { userId }: AuthenticatedUser,
  feed: Feed,
  code: string | undefined,
): Promise<Proof> {
  const known = await findProof(deps, userId, feed)
  if (known !== 'email' && code !== undefined) {
    await requireCode(deps, userId, feed, code.trim())
    return 'email'
  }
  if (known === null) throw new AppError(422, 'feed-not-proven')
  if (feed.show.isLocked && known !== 'email') throw new AppError(422, 'feed-locked')
  return known
}

/** Each attempt counts, so a code cannot be guessed. Valid until the import has begun. */
async function requireCode({ database, clock }: MovingDeps, userId: string, feed: Feed, code: string): Promise<void> {
  const row = await countTry(database.read, { userId, url: feed.url }, clock.now(), PROOF_CODE_TRIES)
  const isValid = row !== undefined && row.code_hash.equals(hashOf(userId, feed.url, code))
  // The address may have been removed from the feed since.
  if (!isValid || !feed.show.ownerEmails.includes(row.email)) throw new AppError(422, 'login-code-invalid')
}

/** To the first address that the feed names. */
export async function mailProofCode(
  deps: MovingDeps,
  { userId }: AuthenticatedUser,
  { url, show }: Feed,
): Promise<{ email: string; expiresAt: Date }> {
  const { database, clock, mailer, brandName, publicUrl } = deps
  const [email] = show.ownerEmails
  if (email === undefined) throw new AppError(422, 'feed-no-email')
  const now = clock.now()
  const uses = [
    { key: `feed-code:${userId}`, rate: MAILS_PER_USER },
    { key: `feed-code-to:${email}`, rate: MAILS_PER_ADDRESS },
  ]
  await countUses(database.read, uses, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS)
  await database.transaction(async (tx) => {
    const user = await readUser(tx, userId)
    await setCode(tx, { user_id: userId, url, code_hash: hashOf(userId, url, code), email, expires_at: expiresAt })
    const written = mailIn(user?.language ?? PLAIN_LANGUAGE, 'feedCode', {
      code,
      name: user?.username ?? '',
      host: new URL(url).host,
      brand: brandName,
      home: publicUrl,
    })
    await mailer.send({ to: email, ...written }, tx)
  })
  return { email, expiresAt }
}

const hashOf = (userId: string, url: string, code: string): Buffer =>
  createHash('sha256').update(`${userId}\n${url}\n${code}`).digest()
