/** Log-in by email address and password: checking, changing, resetting, and the devices that logged in before. One row of
 * `person` has the address and the hash. Hashing is password-hash.ts, mailed links are mailed-codes.ts. */
import { createHash } from 'node:crypto'
import { isLanguage, type Language } from '#contract/languages.ts'
import { topics, type MailRequested } from '#server/events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { publish, resealWaiting } from '#server/platform/jobs/outbox.ts'
import { createSeal, keyOf, type Reseal } from '#server/platform/secrets/seal.ts'
import { languageOf, hashOfCode, mailCode, mailEmailChange, mailsOf } from './mailed-codes.ts'
import { deleteLoginCodes, makeLoginCode, consumeLoginCode as consumeCodeOf } from './login-codes.ts'
import { neededCodeMail, passwordChangedMail } from './mails.ts'
import { hashPassword, isHashWeak, verifyPassword } from './password-hash.ts'
import * as queries from './queries.ts'
import { endSessionsOf } from '#server/auth/sessions/sessions.ts'
import type { AuthDeps } from '#server/auth/deps.ts'

export type Credentials = { email: string; password: string }

/** The user, and the hash that the password was right for. */
export type Checked = { userId: string; hash: string }

/** Null when the address is unknown or the password wrong. Both take equally long. */
export async function checkPassword(
  { database }: Pick<AuthDeps, 'database'>,
  { email, password }: Credentials,
): Promise<Checked | null> {
  const user = await queries.selectPasswordHash(database.read, email)
  if (user === undefined) {
    await hashPassword(password)
    return null
  }
  const { id: userId, hash } = user
  if (!(await verifyPassword({ hash, password }))) return null
  // Only the checked hash is replaced: the password may have been changed in the meantime.
  if (!isHashWeak(hash)) return { userId, hash }
  const stronger = await hashPassword(password)
  const isReplaced = await queries.updatePassword(database.read, userId, stronger, hash)
  return isReplaced ? { userId, hash: stronger } : checkPassword({ database }, { email, password })
}

/** Whether the password is still the one that was checked. It then cannot be changed before the transaction ends, so a
 * change finds the session that a log-in opens, and ends it. */
export function lockCheckedPassword(tx: Tx, { userId, hash }: Checked): Promise<boolean> {
  return queries.lockPassword(tx, userId, hash)
}

/** The user who logs in with this address, for the login log. */
export async function findUserByEmail(tx: Tx, email: string): Promise<string | null> {
  return (await queries.selectLoginByEmail(tx, email))?.id ?? null
}

/** Whether this device has logged in to the account of this address; takes equally long when there is no such account. */
export function isKnownDevice(tx: Tx, email: string, device: string): Promise<boolean> {
  return queries.isDeviceKnown(tx, email, hashOfDevice(device))
}

export function rememberDevice(tx: Tx, userId: string, device: string, now: Date): Promise<void> {
  return queries.upsertDevice(tx, userId, hashOfDevice(device), now)
}

/** Mails a code that a login requires besides the password, valid for 30 minutes. */
export async function mailNeededCode(deps: AuthDeps, userId: string, locale: Language | null): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const user = await queries.selectLogin(tx, userId)
    if (user === undefined) return
    const code = await makeLoginCode(tx, loginCodeKey(deps), userId, deps.clock.now())
    const language = languageOf(user, locale)
    await deps.mailer.send(neededCodeMail({ to: user.email, code, language, ...mailsOf(deps) }), tx)
  })
}

/** Whether such a code is valid; it works once, and five wrong attempts invalidate it. */
export function consumeLoginCode(deps: AuthDeps, userId: string, code: string): Promise<boolean> {
  return consumeCodeOf(deps.database.read, loginCodeKey(deps), { userId, code }, deps.clock.now())
}

/** Sets a new password, ends all sessions of the user, and deletes known devices and mailed codes: somebody may have used a
 * guessed password. Notifies the user. False when the user has no password. */
export async function replacePassword(
  deps: AuthDeps,
  tx: Tx,
  { userId, hash, locale }: { userId: string; hash: string; locale: Language | null },
): Promise<boolean> {
  const user = await queries.selectLogin(tx, userId)
  if (user === undefined || !(await queries.updatePassword(tx, userId, hash))) return false
  await deletePasswordTraces(tx, userId)
  await endSessionsOf(tx, userId)
  const language = languageOf(user, locale)
  await deps.mailer.send(passwordChangedMail({ to: user.email, language, ...mailsOf(deps) }), tx)
  return true
}

/** Replaces the password with the code of a mailed link. Null when the code is unknown, used or expired. `inSameTx` runs in
 * the same transaction. */
export async function resetPassword(
  deps: AuthDeps,
  { code, newPassword, locale }: { code: string; newPassword: string; locale: Language | null },
  inSameTx: (tx: Tx, userId: string) => Promise<void>,
): Promise<string | null> {
  const { database, clock } = deps
  // A wrong code must not cost a password hash.
  if ((await queries.selectCode(database.read, hashOfCode(code)))?.purpose !== 'reset') return null
  const hash = await hashPassword(newPassword)
  return database.transaction(async (tx) => {
    const taken = await queries.consumeCode(tx, hashOfCode(code), ['reset'])
    if (taken === undefined || taken.expires_at <= clock.now()) return null
    const { user_id: userId, email } = taken
    // The link came by mail, so the user controls the address.
    if (!(await queries.setEmailVerified(tx, userId, email))) return null
    await replacePassword(deps, tx, { userId, hash, locale })
    await inSameTx(tx, userId)
    return userId
  })
}

/** Removes the password. The caller decides which address the account has from now on. */
export async function removePassword(tx: Tx, userId: string): Promise<void> {
  await queries.removePassword(tx, userId)
  await deletePasswordTraces(tx, userId)
}

/** Deletes mailed codes and known devices. */
async function deletePasswordTraces(tx: Tx, userId: string): Promise<void> {
  await queries.deleteCodesOf(tx, userId)
  await deleteLoginCodes(tx, userId)
  await queries.deleteDevices(tx, userId)
}

type Asked = { userId: string | null; email: string; locale: Language | null }

/** Mails a link to reset the password, for one use, within an hour, if the address is known. The lookup happens later
 * (sendRequestedMail), so that the response time does not reveal the result. */
export function requestPasswordReset(deps: AuthDeps, email: string, locale: Language | null): Promise<void> {
  return request(deps, deps.database.read, 'reset', { userId: null, email, locale })
}

/** Mails a link to the new address, which becomes the user's address when the link is opened. The caller cannot tell whether
 * the address is in use: in that case its owner is notified instead. */
export function requestEmailChange(deps: AuthDeps, tx: Tx, asked: Asked & { userId: string }): Promise<void> {
  return request(deps, tx, 'change', asked)
}

function request(
  deps: AuthDeps,
  tx: Tx,
  about: MailRequested['about'],
  { userId, email, locale }: Asked,
): Promise<void> {
  const sealedEmail = sealOf(deps).close(email).toString('base64')
  return publish(tx, topics.mailAsked, newId(), {
    about,
    userId,
    sealedEmail,
    language: locale,
  } satisfies MailRequested)
}

/** Subscriber for mail-asked. */
export function sendRequestedMail(deps: AuthDeps): (asked: MailRequested) => Promise<void> {
  return async ({ about, userId, sealedEmail, language }) => {
    const locale = isLanguage(language) ? language : null
    const email = sealOf(deps).open(Buffer.from(sealedEmail, 'base64'))
    if (email === null) return
    const { database } = deps
    if (about === 'change') return userId === null ? undefined : mailEmailChange(deps, { userId, email, locale })
    const user = await queries.selectLoginByEmail(database.read, email)
    if (user === undefined) return
    await database.transaction((tx) => mailCode(deps, tx, { user, email, purpose: 'reset', locale }))
  }
}

const PURPOSE = 'peal asked mail'

export async function resealRequestedMails(tx: Tx, resealOf: Reseal): Promise<void> {
  await resealWaiting(tx, { topic: topics.mailAsked, field: 'sealedEmail', reseal: resealOf(PURPOSE) })
}

/** Encrypted, so that a queued mail does not reveal whose account it is for. */
const sealOf = ({ secret }: AuthDeps) => createSeal([secret], PURPOSE)
const loginCodeKey = ({ secret }: AuthDeps) => keyOf(secret, 'peal login code')

function hashOfDevice(device: string): Buffer {
  return createHash('sha256').update(`device ${device}`).digest()
}
