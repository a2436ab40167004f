-- Set when making the demo catalogue failed; it continues at the next start, which clears it.
ALTER TABLE demo ADD COLUMN stopped_at timestamptz;

-- Podcasts without a podcast:guid are found by an index that is empty when all have one.
ALTER TABLE podcast ADD COLUMN has_feed_guid boolean NOT NULL DEFAULT false;
UPDATE podcast SET has_feed_guid = true WHERE id IN (SELECT content_id FROM feed_identity);
CREATE INDEX podcast_without_feed_guid ON podcast (id) WHERE NOT has_feed_guid;

CREATE FUNCTION note_feed_guid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE podcast SET has_feed_guid = (TG_OP = 'INSERT') WHERE id = coalesce(NEW.content_id, OLD.content_id);
  RETURN NULL;
END $$;
CREATE TRIGGER feed_identity_changed AFTER INSERT OR DELETE ON feed_identity
  FOR EACH ROW EXECUTE FUNCTION note_feed_guid();
