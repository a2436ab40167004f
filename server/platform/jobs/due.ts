/** Whether anything is due. The questions of all jobs of a process are one statement: an idle server sends
 * five times a second, instead of forty times. */
import { type RawBuilder, sql } from 'kysely'
import { type Database, isDatabaseUnreachable } from '#server/platform/database/database.ts'
import { type Outcome, runTogether } from './together.ts'

/** What follows FROM, such as `payout WHERE state = 'sending'`. Something is due when there is such a row. Only tables of the
 * primary itself, because all jobs wait for the answer: jobs of tables that can be on other machines look for themselves. */
export type DueRows = RawBuilder<unknown>

const ASK_EVERY_MS = 200
/** A pause that is so much shorter ends before the statement that it is meant for. */
export const ASKED_EARLY_MS = ASK_EVERY_MS / 2

type Question = { rows: () => DueRows; waiting: PromiseWithResolvers<boolean> | null }
/** `isAsking`: the next statement has its timer. */
type Questions = { all: Set<Question>; isAsking: boolean }

const questionsOf = new WeakMap<Database, Questions>()

/** Queries with the next statement, at the latest after 200 ms. False once the signal is aborted. */
export function createQuestion(database: Database, rows: () => DueRows, stopping: AbortSignal): () => Promise<boolean> {
  const questions = questionsOf.get(database) ?? { all: new Set(), isAsking: false }
  questionsOf.set(database, questions)
  const question: Question = { rows, waiting: null }
  questions.all.add(question)
  stopping.addEventListener('abort', () => {
    questions.all.delete(question)
    question.waiting?.resolve(false)
  })
  return async () => {
    if (stopping.aborted) return false
    question.waiting ??= Promise.withResolvers()
    scheduleQuery(database, questions)
    return question.waiting.promise
  }
}

function scheduleQuery(database: Database, questions: Questions): void {
  if (questions.isAsking) return
  questions.isAsking = true
  const ask = () => {
    questions.isAsking = false
    void queryAll(database, [...questions.all])
  }
  setTimeout(ask, ASK_EVERY_MS - (performance.now() % ASK_EVERY_MS)).unref()
}

/** A question that cannot be answered fails alone; while the database is unreachable, all fail immediately. */
async function queryAll(database: Database, questions: readonly Question[]): Promise<void> {
  if (questions.length === 0) return
  const asked = questions.map((question) => {
    const { rows, waiting } = question
    question.waiting = null
    return { rows: rows(), waiting }
  })
  const outcomes = await runTogether(asked, (together) =>
    answersTo(database, together).catch((error: unknown) => {
      if (!isDatabaseUnreachable(error)) throw error
      return together.map(() => ({ error }))
    }),
  )
  for (const [index, { waiting }] of asked.entries()) {
    const outcome = outcomes[index]!
    if ('error' in outcome) waiting?.reject(outcome.error)
    else waiting?.resolve(outcome.result)
  }
}

type Asked = { rows: DueRows; waiting: unknown }

/** Questions that nobody is waiting for are in the statement too, so that its text stays the same, but are not evaluated. */
async function answersTo(database: Database, asked: readonly Asked[]): Promise<Outcome<boolean>[]> {
  const indexes = asked.flatMap(({ waiting }, index) => (waiting === null ? [] : index))
  const answers = asked.map(({ rows }, index) => sql`WHEN ${sql.lit(index)} THEN EXISTS (SELECT 1 FROM ${rows})`)
  const { rows } = await sql<{ index: number }>`
    SELECT index FROM unnest(${indexes}::int[]) index WHERE CASE index ${sql.join(answers, sql` `)} END`.execute(
    database.read,
  )
  const due = new Set(rows.map(({ index }) => index))
  return asked.map((_, index) => ({ result: due.has(index) }))
}
