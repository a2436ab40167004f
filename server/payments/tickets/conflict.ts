/** Whether an insertion lost against a concurrent one. */
import { sqlState } from '#server/platform/database/database.ts'

const UNIQUE_VIOLATION = '23505'

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION
}
