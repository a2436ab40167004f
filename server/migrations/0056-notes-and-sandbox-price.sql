-- The relay searches notes (kind 1) too; those stored before have no search vector yet.
UPDATE nostr_event SET search = to_tsvector('simple', left(body::jsonb ->> 'content', 20000))
WHERE kind = 1 AND search IS NULL;

-- A price of the sandbox's own service, which a server with a real backend never shows.
ALTER TABLE price ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false;
