-- What there is to hear and to pay: artists, albums, tracks, podcasts, episodes, who shares, and what each received.

-- Everything that can be paid, so that a payment finds its owner with one look-up.
CREATE TABLE content (
  id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('artist', 'album', 'track', 'podcast', 'episode')),
  owner_id uuid NOT NULL
);
CREATE INDEX content_owner ON content (owner_id);

CREATE TABLE artist (
  id uuid PRIMARY KEY REFERENCES content (id),
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  artist_url text NOT NULL UNIQUE CHECK (artist_url <> ''),
  bio text,
  twitter text,
  npub text,
  instagram text,
  youtube text,
  website text,
  verified boolean NOT NULL DEFAULT false,
  artwork_key text,
  color_info jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  taken_down_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX artist_owner ON artist (user_id) WHERE deleted_at IS NULL;
CREATE INDEX artist_by_name ON artist (lower(name), id) WHERE deleted_at IS NULL;

CREATE TABLE album (
  id uuid PRIMARY KEY REFERENCES content (id),
  artist_id uuid NOT NULL REFERENCES artist (id),
  title text NOT NULL CHECK (title <> ''),
  description text,
  genre_id integer,
  subgenre_id integer,
  is_single boolean NOT NULL DEFAULT false,
  artwork_key text,
  color_info jsonb,
  is_draft boolean NOT NULL DEFAULT true,
  -- The artist asked on creation that it goes out with its first finished track.
  publish_when_ready boolean NOT NULL DEFAULT false,
  published_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX album_newest ON album (published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;
CREATE INDEX album_of_artist ON album (artist_id, published_at DESC) WHERE deleted_at IS NULL;

-- is_draft says what the artist wants; the public also waits for live_key, the first finished streaming version.
CREATE TABLE track (
  id uuid PRIMARY KEY REFERENCES content (id),
  album_id uuid NOT NULL REFERENCES album (id),
  title text NOT NULL CHECK (title <> ''),
  position integer NOT NULL CHECK (position > 0),
  lyrics text,
  is_explicit boolean NOT NULL DEFAULT false,
  is_draft boolean NOT NULL DEFAULT true,
  -- Withdrawn by itself, so that publishing the album does not bring it back.
  is_withdrawn boolean NOT NULL DEFAULT false,
  published_at timestamptz,
  asset_id uuid NOT NULL UNIQUE,
  processing_state text NOT NULL DEFAULT 'waiting' CHECK (processing_state IN ('waiting', 'finished', 'failed')),
  failure_text text,
  live_key text,
  duration_ms integer CHECK (duration_ms >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX track_of_album ON track (album_id, position, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX track_title ON track (album_id, lower(title)) WHERE deleted_at IS NULL;

CREATE TABLE podcast (
  id uuid PRIMARY KEY REFERENCES content (id),
  user_id uuid NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  podcast_url text NOT NULL UNIQUE CHECK (podcast_url <> ''),
  description text,
  twitter text,
  npub text,
  instagram text,
  youtube text,
  website text,
  primary_category_id integer,
  secondary_category_id integer,
  primary_subcategory_id integer,
  secondary_subcategory_id integer,
  artwork_key text,
  color_info jsonb,
  is_draft boolean NOT NULL DEFAULT true,
  published_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  taken_down_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX podcast_newest ON podcast (published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;
CREATE INDEX podcast_owner ON podcast (user_id) WHERE deleted_at IS NULL;

CREATE TABLE episode (
  id uuid PRIMARY KEY REFERENCES content (id),
  podcast_id uuid NOT NULL REFERENCES podcast (id),
  title text NOT NULL CHECK (title <> ''),
  description text,
  position integer NOT NULL CHECK (position > 0),
  is_explicit boolean NOT NULL DEFAULT false,
  is_draft boolean NOT NULL DEFAULT true,
  is_withdrawn boolean NOT NULL DEFAULT false,
  published_at timestamptz,
  asset_id uuid NOT NULL UNIQUE,
  processing_state text NOT NULL DEFAULT 'waiting' CHECK (processing_state IN ('waiting', 'finished', 'failed')),
  failure_text text,
  live_key text,
  duration_ms integer CHECK (duration_ms >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX episode_of_podcast ON episode (podcast_id, published_at DESC, position DESC) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX episode_title ON episode (podcast_id, lower(title)) WHERE deleted_at IS NULL;

-- Apart from track and episode, whose rows are read in lists and stay narrow.
CREATE TABLE waveform (
  content_id uuid PRIMARY KEY REFERENCES content (id),
  peaks bytea NOT NULL
);

-- Who shares what is paid to a content, by relative whole weights. At most one a content.
CREATE TABLE split (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL UNIQUE REFERENCES content (id),
  content_type text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE TABLE split_recipient (
  id uuid PRIMARY KEY,
  split_id uuid NOT NULL REFERENCES split (id) ON DELETE CASCADE,
  user_id uuid NOT NULL,
  share integer NOT NULL CHECK (share BETWEEN 1 AND 1000000000),
  position integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (split_id, user_id),
  UNIQUE (split_id, position)
);
CREATE INDEX split_recipient_user ON split_recipient (user_id);

-- What each content received. Told by settled payments and never read as money: the ledger alone is that.
CREATE TABLE counted_payment (
  payment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  payer_id uuid,
  day date NOT NULL,
  PRIMARY KEY (payment_id, content_id)
);
CREATE INDEX counted_payment_payers ON counted_payment (content_id, day);
CREATE TABLE content_total (
  content_id uuid PRIMARY KEY,
  msat_total bigint NOT NULL CHECK (msat_total >= 0)
);
CREATE TABLE content_day (
  content_id uuid NOT NULL,
  day date NOT NULL,
  msat bigint NOT NULL CHECK (msat >= 0),
  PRIMARY KEY (content_id, day)
);
CREATE INDEX content_day_chart ON content_day (day, content_id) INCLUDE (msat);
