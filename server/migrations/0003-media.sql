-- Uploaded sound on its way from the artist's file to what listeners hear. Knows nothing of tracks or episodes.

CREATE TABLE asset (
  id uuid PRIMARY KEY,
  owner uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('audio', 'picture')),
  state text NOT NULL CHECK (state IN ('awaiting-upload', 'uploaded', 'processing', 'finished', 'failed')),
  -- As the artist's file was named, in lower case; what it really is stands in streams.
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
  -- Who is working on it and until when nobody else may: a worker that died is succeeded after that time.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CHECK ((state = 'failed') = (failure_code IS NOT NULL)),
  CHECK ((state = 'finished') = (finished_at IS NOT NULL)),
  CHECK (state <> 'finished' OR kind <> 'audio' OR (duration_ms IS NOT NULL AND peaks IS NOT NULL))
);
CREATE INDEX asset_of_owner ON asset (owner, created_at);
CREATE INDEX asset_open ON asset (state, leased_until) WHERE state IN ('awaiting-upload', 'uploaded', 'processing');
