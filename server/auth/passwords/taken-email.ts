/** Recognizes that two accounts with a password would have had the same email address. */
import { sqlState } from '#server/platform/database/database.ts'

const UNIQUE_VIOLATION = '23505'
/** The unique index of server/migrations/0002-accounts.sql. */
const INDEX = 'person_login_email'

export function isEmailTaken(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION && (error as { constraint?: string }).constraint === INDEX
}
