/** Which tables are in the journal, and the triggers that record what statements change in them. */
import type pg from 'pg'
import { statementTrigger } from '#server/platform/database/engine.ts'

/** What can be lost or computed again, what is only about this machine, and what a restore must not bring back. All other
 * tables are in the journal. */
export const LEFT_OUT: readonly string[] = [
  // About this database and this machine.
  'migration',
  'migration_lock',
  'journal_line',
  'journal_state',
  'audit_state',
  'outgoing_stop',
  'job_failure',
  'rate_limit',
  'shared_setting',
  // Of the node.
  'sandbox_invoice',
  'sandbox_lightning',
  'sandbox_payment',
  'sandbox_snapshot',
  // Plays and what listeners heard.
  'audience_day',
  'audience_salt',
  'heard',
  'heard_month',
  'listener',
  'play',
  'play_agent_day',
  'play_country_day',
  'play_day',
  'play_month',
  'play_quarter',
  'play_salt',
  'play_total',
  'resume_position',
  // Events of the relay.
  'nostr_author',
  'nostr_event',
  'nostr_tag',
  // Computed from other tables.
  'card',
  'discovery_job',
  'search_due',
  'search_entry',
  'search_posting',
  'search_speech',
  'search_typo',
  'search_word',
  'similar_artist',
  'unsorted_leaf',
]

const TABLES = `
  SELECT c.oid AS id, quote_ident(c.relname) AS name,
    EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'journal_insert') AS "isCaptured"
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1) ORDER BY c.relname`

const EVENTS = [
  ['insert', 'NEW'],
  ['update', 'NEW'],
  ['delete', 'OLD'],
] as const

/** Also for tables that later migrations have added. In the caller's transaction, as the owner of the tables. */
export async function captureAll(client: pg.Client): Promise<void> {
  await change(client, false, (name) =>
    EVENTS.map(([event, rows]) =>
      statementTrigger(`journal_${event}`, { event, table: name, rows, call: 'journal_rows()' }),
    ),
  )
}

export async function captureNothing(client: pg.Client): Promise<void> {
  await change(client, true, (name) => EVENTS.map(([event]) => `DROP TRIGGER journal_${event} ON ${name}`))
}

async function change(client: pg.Client, isCaptured: boolean, statements: (name: string) => string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; isCaptured: boolean }>(TABLES, [LEFT_OUT])
  const all = rows.filter((table) => table.isCaptured === isCaptured).flatMap(({ name }) => statements(name))
  if (all.length > 0) await client.query(all.join(';'))
}
