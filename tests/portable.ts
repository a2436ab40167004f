/** With PEAL_TEST_PORTABLE=1 (`npm run test:conflicts -- --portable`): worlds work without advisory locks, xid8 and
 * xmin. Their databases and their statements have the forms that server/platform/database/engine.ts names for other
 * engines. Left are the trigger and the transaction ids of the journal of payments. */
import type pg from 'pg'

export const isPortable = process.env['PEAL_TEST_PORTABLE'] === '1'

/** Longer than any transaction of a test. */
const CLOSED = `(transaction_timestamp() - interval '1 minute')`
const LOCKED = `FROM name_lock WHERE id = abs(hashtext($1)) % 256 FOR UPDATE`

const FORMS: readonly [RegExp, string][] = [
  [/SELECT pg_advisory_xact_lock\(hashtext\(\$1\)\)/, `SELECT ${LOCKED}`],
  [
    /SELECT pg_try_advisory_xact_lock\(hashtext\(\$1\)\) AS mine/,
    `WITH mine AS (SELECT ${LOCKED} SKIP LOCKED) SELECT EXISTS (SELECT FROM mine) AS mine`,
  ],
  [/pg_snapshot_xmin\(pg_current_snapshot\(\)\)/g, CLOSED],
  [/'0'::xid8/g, `'epoch'::timestamptz`],
  [/"(\w+)"\."xmin"/g, 'md5("$1"::text)'],
]

export const toPortable = (text: string): string =>
  isPortable ? FORMS.reduce((changed, [form, other]) => changed.replace(form, other), text) : text

/** Changes a migrated database. */
export async function makePortable(client: pg.Client): Promise<void> {
  const functions = await client.query<{ text: string }>(
    `SELECT pg_get_functiondef(oid) AS text FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosrc ~ 'pg_current_snapshot|xid8'`,
  )
  await client.query(`
    CREATE TABLE name_lock (id integer PRIMARY KEY);
    INSERT INTO name_lock SELECT generate_series(0, 255);
    GRANT SELECT, UPDATE ON name_lock TO peal_serving;
    ALTER TABLE entry ALTER inserted_by DROP DEFAULT, ALTER inserted_by TYPE timestamptz USING 'epoch',
      ALTER inserted_by SET DEFAULT transaction_timestamp();
    ALTER TABLE account ALTER rolled_up_to DROP DEFAULT, ALTER rolled_up_to TYPE timestamptz USING 'epoch',
      ALTER rolled_up_to SET DEFAULT 'epoch'`)
  for (const { text } of functions.rows) await client.query(toPortable(text))
}
