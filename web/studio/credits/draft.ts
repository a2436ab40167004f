/** Credits while they are edited: validation and the request body. */
import { parseUsername } from '#contract/accounts/identifiers.ts'
import { CREDIT_NAME_MAX, CREDIT_ROLE_MAX } from '#contract/catalog/credits.ts'
import { t } from '#web/words/words.ts'

export type DraftCredit = { key: string; name: string; role: string; username: string }
export type CreditErrors = { name?: string; role?: string; username?: string }

/** `unknown`: usernames that do not exist on this server. */
export function errorsOfCredits(rows: readonly DraftCredit[], unknown: ReadonlySet<string>): Map<string, CreditErrors> {
  const errors = new Map<string, CreditErrors>()
  const seen = new Set<string>()
  for (const row of rows) {
    const [name, role, typed] = [row.name.trim(), row.role.trim(), row.username.trim()]
    const username = typed === '' ? '' : parseUsername(typed)
    const isTwice = name !== '' && role !== '' && seen.has(`${name}\n${role}`.toLowerCase())
    const found: CreditErrors = {
      ...(isTwice && { role: t('editors.creditTwice') }),
      ...(name === '' && { name: t('editors.creditNameMissing') }),
      ...(name.length > CREDIT_NAME_MAX && { name: t('studio.tooLong', { max: CREDIT_NAME_MAX, count: name.length }) }),
      ...(role === '' && { role: t('editors.creditRoleMissing') }),
      ...(role.length > CREDIT_ROLE_MAX && { role: t('studio.tooLong', { max: CREDIT_ROLE_MAX, count: role.length }) }),
      ...(username === null && { username: t('studio.splitNameInvalid') }),
      ...(username && unknown.has(username) && { username: t('studio.splitNameUnknown') }),
    }
    seen.add(`${name}\n${role}`.toLowerCase())
    if (Object.keys(found).length > 0) errors.set(row.key, found)
  }
  return errors
}

export function toSentCredits(rows: readonly DraftCredit[]) {
  return rows.map(({ name, role, username }) => ({
    name: name.trim(),
    role: role.trim(),
    ...(username.trim() !== '' && { username: username.trim().toLowerCase() }),
  }))
}
