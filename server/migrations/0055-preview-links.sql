-- expand: preview links play a release, also before it is public, for press and friends.

CREATE TABLE preview_link (
  id uuid PRIMARY KEY,
  -- An album, a track or an episode.
  content_id uuid NOT NULL REFERENCES content (id),
  -- Whom it is for.
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz NOT NULL,
  -- Null: without a limit.
  plays_max integer CHECK (plays_max > 0),
  has_download boolean NOT NULL,
  open_count integer NOT NULL DEFAULT 0,
  play_count integer NOT NULL DEFAULT 0 CHECK (play_count <= plays_max),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX preview_link_content ON preview_link (content_id, created_at);
