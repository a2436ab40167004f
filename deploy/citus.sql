-- Distributes the largest tables over the workers of a Citus cluster. As the owner, on the coordinator, after Peal has migrated
-- the database: psql "$DATABASE_URL" -f deploy/citus.sql. To repeat it changes nothing. All other tables stay there.

BEGIN;

-- Workers are asked as the role that serves.
ALTER ROLE peal_serving LOGIN;

-- One event of an author for each slot: the relay itself sees to it, with the row of nostr_author locked. A unique index would
-- need the column by which the table is distributed.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_index WHERE indexrelid = 'nostr_event_slot'::regclass AND indisunique) THEN
    DROP INDEX nostr_event_slot;
    CREATE INDEX nostr_event_slot ON nostr_event (pubkey, kind, slot) WHERE slot IS NOT NULL;
  END IF;
END
$$;

-- A report of a play asks all shards what the listener has heard: no more shards than workers will ever be needed.
SELECT create_distributed_table(name, by_column, shard_count => 8)
FROM (VALUES
  ('play', 'play_id'),
  ('play_day', 'owner_id'),
  ('play_month', 'owner_id'),
  ('play_agent_day', 'owner_id'),
  ('heard', 'user_id'),
  ('nostr_event', 'id'),
  ('nostr_tag', 'event_id')
) large (name, by_column)
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass);

COMMIT;
