/** With PEAL_TEST_CONFLICTS=SEED (`npm run test:conflicts`): PostgreSQL fails with 40001 at the statements and COMMITs of the
 * server in turn. The first transaction of a kind fails at COMMIT, later ones at a statement that has not failed in this place
 * yet, or at COMMIT; each single statement fails when it is new, and one in ten of the others. The repetition after a failure is
 * let through. What tests send over connections of their own is left alone. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { createRandom } from './faults/random.ts'
import { isPortable, toPortable } from './portable.ts'

export const FAIL = `DO $$ BEGIN RAISE EXCEPTION 'a conflict of this test' USING ERRCODE = '40001'; END $$`

type Transaction = { kind: string; path: string; mayFail: boolean }

function injectConflicts(random: () => number): void {
  const open = new WeakMap<object, Transaction>()
  /** Kinds of which a transaction has failed at COMMIT, and places at which one has failed. */
  const seen = new Set<string>()
  /** Kinds whose next transaction is the repetition of one that failed. */
  const failed = new Set<string>()
  const fail = (kind: string) => (failed.add(kind), true)
  const hasTurn = (kind: string) => !failed.delete(kind)

  function fails(client: object, text: string): boolean {
    if (/^(begin|start)\b/i.test(text)) open.set(client, { kind: '', path: '', mayFail: false })
    const current = open.get(client)
    if (/^(begin|start|rollback)\b/i.test(text)) return false
    if (current === undefined) {
      if (!hasTurn(text) || (seen.has(text) && random() < 0.9)) return false
      seen.add(text)
      return fail(text)
    }
    if (/^commit$/i.test(text)) {
      open.delete(client)
      return current.mayFail && (seen.add(current.kind), fail(current.kind))
    }
    if (current.kind === '') {
      const kind = `transaction ${text}`
      Object.assign(current, { kind, mayFail: hasTurn(kind) })
    }
    current.path = createHash('sha1').update(current.path).update(text).digest('base64')
    if (!current.mayFail || !seen.has(current.kind) || seen.has(current.path) || random() < 0.5) return false
    seen.add(current.path)
    current.mayFail = false
    return fail(current.kind)
  }

  type Query = { text: string }
  const prototype = pg.Client.prototype as unknown as { query: (this: object, query: Query | string) => unknown }
  const original = prototype.query
  prototype.query = function (query) {
    // The server's statements are objects; see platform/database/statements.ts.
    if (typeof query !== 'object' || !('text' in query)) return Reflect.apply(original, this, arguments) as unknown
    const changed = fails(this, query.text) ? { text: FAIL } : { ...query, text: toPortable(query.text) }
    return Reflect.apply(original, this, [changed])
  }
}

const seed = process.env['PEAL_TEST_CONFLICTS']
export const hasConflicts = seed !== undefined
/** Options of a test that interleaves transactions, counts attempts, or checks which database responds: repetitions make it
 * meaningless. */
export const withoutConflicts = { skip: hasConflicts && 'repeated statements make this test meaningless' }

/** The same for a server in a process of its own. */
export function conflictSettings(): Record<string, string> {
  if (seed === undefined) return {}
  const portable: Record<string, string> = isPortable ? { PEAL_TEST_PORTABLE: '1' } : {}
  return { PEAL_TEST_CONFLICTS: seed, NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '', ...portable }
}

if (seed !== undefined) injectConflicts(createRandom(Number(seed)).next)
