-- expand: archives of accounts: everything a user made, as one file; checksums of originals.

-- Of the original, computed when it is first put into an archive.
ALTER TABLE asset
  ADD COLUMN sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  ADD COLUMN crc32 bigint CHECK (crc32 BETWEEN 0 AND 4294967295);

-- One for each account: the next takes its place.
CREATE TABLE account_archive (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('waiting', 'processing', 'ready', 'failed')),
  progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  leased_until timestamptz,
  requested_at timestamptz NOT NULL,
  made_at timestamptz,
  CHECK (state <> 'ready' OR made_at IS NOT NULL)
);
CREATE INDEX account_archive_open ON account_archive (requested_at) WHERE state IN ('waiting', 'processing');

-- What is in it, in this order. Originals stay where they are; everything else was copied for the archive.
CREATE TABLE account_archive_file (
  archive_id uuid NOT NULL REFERENCES account_archive (id) ON DELETE CASCADE,
  position integer NOT NULL,
  path text NOT NULL,
  file_key text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  crc32 bigint NOT NULL,
  sha256 text NOT NULL,
  PRIMARY KEY (archive_id, position),
  UNIQUE (archive_id, path)
);

-- Files for download name performers and discs since this version: those that have them are made again.
UPDATE download_track SET made_at = '1970-01-01Z' WHERE state = 'finished' AND track_id IN (
  SELECT t.id FROM track t WHERE t.disc > 1 OR EXISTS (SELECT FROM performer pf WHERE pf.album_id = t.album_id));
