-- expand: recordings that were taken down are recognised when they are uploaded again; accounts by invitation

ALTER TABLE asset
  -- The acoustic fingerprint (Chromaprint): a number for each eighth of a second, of two minutes.
  ADD COLUMN print integer[],
  -- Those of its numbers that candidates are found by.
  ADD COLUMN print_keys integer[],
  -- It is like a recording that was taken down and waits for an operator, who releases or refuses it.
  ADD COLUMN held_at timestamptz,
  ADD COLUMN released_at timestamptz;
CREATE INDEX asset_sha256 ON asset (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX asset_print_keys ON asset USING gin (print_keys) WITH (fastupdate = off);

-- A recording that was taken down. It is recognised until the takedown is undone.
CREATE TABLE blocked_sound (
  asset_id uuid NOT NULL,
  takedown_id uuid NOT NULL,
  sha256 text,
  print integer[],
  print_keys integer[],
  lifted_at timestamptz,
  PRIMARY KEY (takedown_id, asset_id)
);
CREATE INDEX blocked_sound_sha256 ON blocked_sound (sha256) WHERE lifted_at IS NULL;
CREATE INDEX blocked_sound_keys ON blocked_sound USING gin (print_keys) WITH (fastupdate = off);

CREATE TABLE invite (
  id uuid PRIMARY KEY,
  -- Sha256 of the code.
  code_hash text NOT NULL UNIQUE,
  label text NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  uses_left integer NOT NULL CHECK (uses_left >= 0)
);
