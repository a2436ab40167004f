-- Uploads: what stands in a file's tags, when it came, and when nobody needs it any more.

ALTER TABLE asset
  -- As answered, with the key of the embedded picture.
  ADD COLUMN tags jsonb,
  -- Nothing listens to it: since then its files only take room.
  ADD COLUMN unused_since timestamptz,
  -- When it was last looked whether anything does.
  ADD COLUMN looked_at timestamptz,
  -- Its files are deleted; the row stays, so that nobody wonders.
  ADD COLUMN removed_at timestamptz,
  -- What a late or cut-off upload left behind has been cleared away.
  ADD COLUMN cleared_at timestamptz;
CREATE INDEX asset_to_look_at ON asset (looked_at NULLS FIRST, id) WHERE state = 'finished' AND removed_at IS NULL;
CREATE INDEX asset_to_clear ON asset (created_at) WHERE cleared_at IS NULL;

-- Pictures shown to one person for a while, out of the files of theirs, until they are used or forgotten.
CREATE TABLE lent_picture (
  key text PRIMARY KEY,
  lent_until timestamptz NOT NULL
);
CREATE INDEX lent_picture_end ON lent_picture (lent_until);

-- Which sounds are in use is asked by what listeners hear, too.
CREATE INDEX track_by_live_key ON track (live_key) WHERE live_key IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX episode_by_live_key ON episode (live_key) WHERE live_key IS NOT NULL AND deleted_at IS NULL;
