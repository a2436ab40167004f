-- baseline: uploaded files on their way from what the artist sent to what listeners hear. Knows no tracks and no episodes.

-- Gives each claim for transcoding a number; see asset.turn.
CREATE SEQUENCE asset_turn;

CREATE TABLE asset (
  id uuid PRIMARY KEY,
  owner uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('audio', 'picture')),
  state text NOT NULL CHECK (state IN ('awaiting-upload', 'uploaded', 'processing', 'finished', 'failed')),
  -- From the name of the artist's file, in lower case. The real format is in streams.
  extension text NOT NULL CHECK (extension ~ '^[a-z0-9]{1,8}$'),
  original_key text,
  bytes bigint CHECK (bytes >= 0),
  duration_ms integer CHECK (duration_ms >= 0),
  loudness_lufs real,
  true_peak_db real,
  -- 1 000 points, one byte each.
  peaks bytea CHECK (octet_length(peaks) = 1000),
  -- {"mp3": {"key", "bytes", "bitRate"}, …}
  streams jsonb NOT NULL DEFAULT '{}',
  progress real NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
  failure_code text,
  failure_text text,
  attempts integer NOT NULL DEFAULT 0,
  -- The worker that transcodes it, and until when no other may: the work of a dead worker is taken over after that.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- As in the API, with the key of the embedded image.
  tags jsonb,
  -- Since when no content uses it. Its files only take space.
  unused_since timestamptz,
  -- When it was last checked whether any content uses it.
  looked_at timestamptz,
  -- Its files are deleted; the row remains as a record.
  removed_at timestamptz,
  -- Remains of a late or interrupted upload are deleted.
  cleared_at timestamptz,
  -- {"name", "sizeBytes", "modifiedAt"}: the file that its owner announced, to recognise it when it is chosen again.
  announced jsonb,
  -- From asset_turn, when it was last claimed for transcoding. The next file is of the account with the lowest last turn.
  turn bigint,
  CHECK ((state = 'failed') = (failure_code IS NOT NULL)),
  CHECK ((state = 'finished') = (finished_at IS NOT NULL)),
  CHECK (state <> 'finished' OR kind <> 'audio' OR (duration_ms IS NOT NULL AND peaks IS NOT NULL))
);
CREATE INDEX asset_of_owner ON asset (owner, created_at);
CREATE INDEX asset_open ON asset (state, leased_until) WHERE state IN ('awaiting-upload', 'uploaded', 'processing');
CREATE INDEX asset_open_of_owner ON asset (owner, id) WHERE state IN ('awaiting-upload', 'uploaded', 'processing');
CREATE INDEX asset_turn_of_owner ON asset (owner, turn) WHERE turn IS NOT NULL;
CREATE INDEX asset_to_look_at ON asset (looked_at NULLS FIRST, id) WHERE state = 'finished' AND removed_at IS NULL;
CREATE INDEX asset_to_clear ON asset (created_at) WHERE cleared_at IS NULL;

-- Images that are shown to one user for a while, from their own files, until they are used or expire.
CREATE TABLE lent_picture (
  key text PRIMARY KEY,
  lent_until timestamptz NOT NULL
);
CREATE INDEX lent_picture_end ON lent_picture (lent_until);
