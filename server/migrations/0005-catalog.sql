-- baseline: catalogue: artists, albums, tracks, podcasts and episodes, who shares their income, and what each received.

-- Sorts the catalogue from A to Z. Accents are ignored, and names that do not begin with one of these letters are under '#'.
CREATE FUNCTION letter_of(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN upper(left(normalize(name, NFKD), 1)) BETWEEN 'A' AND 'Z' AND ascii(upper(left(normalize(name, NFKD), 1))) < 128
    THEN upper(left(normalize(name, NFKD), 1)) ELSE '#' END;

-- All runs of three characters in a name, in lower case. A name that contains a text also contains each run of the text, so a
-- GIN index on the runs finds names by any part of them.
CREATE FUNCTION letter_triples(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(array_agg(DISTINCT substr(lower(name), place, 3)), '{}')
  FROM generate_series(1, length(lower(name)) - 2) place);

-- Everything that can be paid, so that a payment finds the owner with one look-up.
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
  deleted_at timestamptz,
  -- The artist's live chat (NIP-28): the event that created it and the key that signed that event. Relays have the messages.
  room_id text CHECK (room_id ~ '^[0-9a-f]{64}$'),
  room_pubkey text CHECK (room_pubkey ~ '^[0-9a-f]{64}$'),
  CONSTRAINT artist_room_whole CHECK ((room_id IS NULL) = (room_pubkey IS NULL))
);
CREATE INDEX artist_owner ON artist (user_id) WHERE deleted_at IS NULL;
CREATE INDEX artist_by_name ON artist (lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX artist_letter ON artist (letter_of(name), lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX artist_name_triples ON artist USING gin (letter_triples(name)) WHERE deleted_at IS NULL;

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
  -- The artist chose at creation that it is published with its first finished track.
  publish_when_ready boolean NOT NULL DEFAULT false,
  published_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  upc text,
  -- [{"name", "role", "userId"?}, …]
  credits jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX album_newest ON album (published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;
CREATE INDEX album_of_artist ON album (artist_id, published_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX album_of_genre ON album (genre_id, published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;
CREATE INDEX album_title_triples ON album USING gin (letter_triples(title)) WHERE deleted_at IS NULL;

-- is_draft is what the artist chose. A track is public only once it also has a live_key, its first finished stream.
CREATE TABLE track (
  id uuid PRIMARY KEY REFERENCES content (id),
  album_id uuid NOT NULL REFERENCES album (id),
  title text NOT NULL CHECK (title <> ''),
  position integer NOT NULL CHECK (position > 0),
  lyrics text,
  is_explicit boolean NOT NULL DEFAULT false,
  is_draft boolean NOT NULL DEFAULT true,
  -- Withdrawn on its own, so that publishing the album does not publish it again.
  is_withdrawn boolean NOT NULL DEFAULT false,
  published_at timestamptz,
  asset_id uuid NOT NULL UNIQUE,
  processing_state text NOT NULL DEFAULT 'waiting' CHECK (processing_state IN ('waiting', 'finished', 'failed')),
  failure_text text,
  live_key text,
  duration_ms integer CHECK (duration_ms >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  isrc text,
  credits jsonb NOT NULL DEFAULT '[]',
  -- Random key: tracks next to a random number are a random choice.
  lot double precision NOT NULL DEFAULT random()
);
CREATE INDEX track_of_album ON track (album_id, position, id) WHERE deleted_at IS NULL;
CREATE INDEX track_by_live_key ON track (live_key) WHERE live_key IS NOT NULL AND deleted_at IS NULL;
-- Lists ask of every album whether it has an explicit track. Without this small index PostgreSQL may read every track for
-- one page.
CREATE INDEX track_explicit ON track (album_id) WHERE is_explicit AND deleted_at IS NULL;
CREATE INDEX track_lot ON track (lot) WHERE deleted_at IS NULL AND NOT is_draft AND live_key IS NOT NULL;
CREATE INDEX track_title_triples ON track USING gin (letter_triples(title)) WHERE deleted_at IS NULL;

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
  deleted_at timestamptz,
  is_explicit boolean NOT NULL DEFAULT false,
  publish_when_ready boolean NOT NULL DEFAULT false
);
CREATE INDEX podcast_newest ON podcast (published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;
CREATE INDEX podcast_owner ON podcast (user_id) WHERE deleted_at IS NULL;
CREATE INDEX podcast_of_category ON podcast (primary_category_id, published_at DESC, id DESC)
  WHERE deleted_at IS NULL AND NOT is_draft;

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
  deleted_at timestamptz,
  season integer CHECK (season > 0),
  credits jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX episode_newest ON episode (published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;
CREATE INDEX episode_of_podcast ON episode (podcast_id, published_at DESC, position DESC) WHERE deleted_at IS NULL;
CREATE INDEX episode_by_live_key ON episode (live_key) WHERE live_key IS NOT NULL AND deleted_at IS NULL;

-- Slugs that redirect to the current one. Nobody else can take them.
CREATE TABLE former_slug (
  kind text NOT NULL CHECK (kind IN ('artist', 'podcast')),
  slug text NOT NULL,
  content_id uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (kind, slug)
);
CREATE INDEX former_slug_of ON former_slug (content_id, since);

-- The podcast:guid of a feed, assigned once: it stays when the address of this server changes.
CREATE TABLE feed_identity (
  content_id uuid PRIMARY KEY,
  guid uuid NOT NULL UNIQUE,
  origin text NOT NULL CHECK (origin IN ('derived', 'imported')),
  created_at timestamptz NOT NULL
);

-- Waveform and loudness of what is live; players even out differences in loudness. Not in track and episode, whose rows are
-- read in lists and stay narrow.
CREATE TABLE waveform (
  content_id uuid PRIMARY KEY REFERENCES content (id),
  peaks bytea NOT NULL,
  loudness_lufs real,
  true_peak_db real
);

-- Images that were uploaded for parts of a track or episode, used or not.
CREATE TABLE content_picture (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  artwork_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL
);
CREATE INDEX content_picture_of ON content_picture (content_id);

CREATE TABLE artwork_segment (
  track_id uuid NOT NULL,
  start_ms integer NOT NULL CHECK (start_ms >= 0),
  duration_ms integer NOT NULL CHECK (duration_ms > 0),
  artwork_key text NOT NULL,
  PRIMARY KEY (track_id, start_ms)
);

CREATE TABLE chapter (
  episode_id uuid NOT NULL,
  start_ms integer NOT NULL CHECK (start_ms >= 0),
  title text NOT NULL CHECK (title <> ''),
  href text,
  artwork_key text,
  PRIMARY KEY (episode_id, start_ms)
);

-- Who shares what is paid to a content, by relative integer weights. At most one for each content.
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

-- What is paid at startSeconds <= position < endSeconds is shared with the recipients of another content. Intervals of one
-- content do not overlap: a writer locks the content's row before it checks.
CREATE TABLE time_split (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL REFERENCES content (id),
  start_seconds integer NOT NULL CHECK (start_seconds >= 0),
  end_seconds integer NOT NULL CHECK (end_seconds <= 50000),
  share_numerator integer NOT NULL CHECK (share_numerator >= 1),
  share_denominator integer NOT NULL CHECK (share_denominator <= 1000000),
  recipient_content_id uuid NOT NULL REFERENCES content (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (start_seconds < end_seconds),
  CHECK (share_numerator <= share_denominator),
  CHECK (recipient_content_id <> content_id),
  UNIQUE (content_id, start_seconds)
);

-- What each content received, counted from settled payments. Never read as money: only the ledger is that.
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
