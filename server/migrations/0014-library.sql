-- baseline: playlists, likes and follows, and what each user has heard.

CREATE TABLE playlist (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  title text NOT NULL CHECK (title <> ''),
  description text,
  is_favorites boolean NOT NULL DEFAULT false,
  visibility text NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
  -- Grows with every change of the tracks.
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX playlist_owner ON playlist (user_id, updated_at DESC);
CREATE UNIQUE INDEX playlist_favorites ON playlist (user_id) WHERE is_favorites;
CREATE INDEX playlist_public ON playlist (updated_at DESC) WHERE visibility = 'public';

-- A writer of entries locks the playlist's row. Positions are ordered and may have gaps; favourites are added in front.
CREATE TABLE playlist_entry (
  id uuid PRIMARY KEY,
  playlist_id uuid NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
  track_id uuid NOT NULL,
  position integer NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (playlist_id, position)
);
CREATE INDEX playlist_entry_track ON playlist_entry (track_id);

-- Likes, except of tracks, and follows.
CREATE TABLE library_item (
  user_id uuid NOT NULL,
  -- Of a content or a playlist.
  content_id uuid NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('album', 'episode', 'artist', 'podcast', 'playlist')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, content_id)
);
CREATE INDEX library_item_newest ON library_item (user_id, content_type, added_at DESC);
CREATE INDEX library_item_content ON library_item (content_id, user_id);

-- Releases that followers were notified of, or that were skipped.
CREATE TABLE told_release (
  content_id uuid PRIMARY KEY,
  told_at timestamptz NOT NULL
);

-- What users have heard, visible to them alone. Table play has no users, and nothing links the two.
CREATE TABLE heard (
  user_id uuid NOT NULL,
  play_id uuid NOT NULL,
  content_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  seconds_heard real NOT NULL,
  PRIMARY KEY (user_id, play_id)
);
CREATE INDEX heard_newest ON heard (user_id, started_at DESC, play_id DESC);

-- Where a user stopped listening to an episode, on any device.
CREATE TABLE resume_position (
  user_id uuid NOT NULL,
  content_id uuid NOT NULL,
  position_ms integer NOT NULL CHECK (position_ms >= 0),
  -- By the clock of the device, but never later than the time of the request.
  listened_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, content_id)
) WITH (fillfactor = 80);
CREATE INDEX resume_position_newest ON resume_position (user_id, listened_at DESC);
