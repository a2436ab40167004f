-- expand: lines of statements have the price of a bitcoin at the moment they were written; owners of named artists are notified

-- US cents; null when no current price was known.
ALTER TABLE statement_line ADD COLUMN cents_per_btc bigint CHECK (cents_per_btc > 0);

-- An artist is named by an album of another user, or by its tracks. Its owner is notified once, when the album is public.
CREATE TABLE appearance_notice (
  artist_id uuid NOT NULL,
  album_id uuid NOT NULL,
  notified_at timestamptz,
  PRIMARY KEY (artist_id, album_id)
);
CREATE INDEX appearance_notice_due ON appearance_notice (album_id) WHERE notified_at IS NULL;
-- Those that are named already have seen it in the studio.
INSERT INTO appearance_notice (artist_id, album_id, notified_at)
  SELECT DISTINCT artist_id, album_id, now() FROM performer WHERE artist_id IS NOT NULL;
