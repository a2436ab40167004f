-- The podcast:guid of a feed, assigned once: it stays when the address of this server changes.
CREATE TABLE feed_identity (
  content_id uuid PRIMARY KEY,
  guid uuid NOT NULL UNIQUE,
  origin text NOT NULL CHECK (origin IN ('derived', 'imported')),
  created_at timestamptz NOT NULL
);
