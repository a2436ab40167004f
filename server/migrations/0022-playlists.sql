-- Playlists, what people like and follow, and which releases their followers were told of.

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

-- Whoever changes entries holds their playlist's row. Positions are ordered and may have gaps; favourites grow in front.
CREATE TABLE playlist_entry (
  id uuid PRIMARY KEY,
  playlist_id uuid NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
  track_id uuid NOT NULL,
  position integer NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (playlist_id, position)
);
CREATE INDEX playlist_entry_track ON playlist_entry (track_id);

-- What is liked besides tracks, and who is followed; a content or a playlist of somebody.
CREATE TABLE library_item (
  user_id uuid NOT NULL,
  content_id uuid NOT NULL,
  content_type text NOT NULL CHECK (content_type IN ('album', 'episode', 'artist', 'podcast', 'playlist')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, content_id)
);
CREATE INDEX library_item_newest ON library_item (user_id, content_type, added_at DESC);
CREATE INDEX library_item_content ON library_item (content_id, user_id);

-- Releases that followers need not hear of any more, each when it was told or passed over.
CREATE TABLE told_release (
  content_id uuid PRIMARY KEY,
  told_at timestamptz NOT NULL
);
-- What is out by now is news to nobody.
INSERT INTO told_release (content_id, told_at) SELECT id, now() FROM album WHERE NOT is_draft AND published_at <= now();
INSERT INTO told_release (content_id, told_at) SELECT id, now() FROM episode WHERE NOT is_draft AND published_at <= now();

CREATE INDEX episode_newest ON episode (published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;

-- Who did it, where that is no person here: the artist or the show.
ALTER TABLE notification ADD COLUMN actor_name text;

-- What people have heard, for themselves alone: plays are counted without names (0020), and nothing leads from here to there.
CREATE TABLE heard (
  user_id uuid NOT NULL,
  play_id uuid NOT NULL,
  content_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  seconds_heard real NOT NULL,
  PRIMARY KEY (user_id, play_id)
);
CREATE INDEX heard_newest ON heard (user_id, started_at DESC, play_id DESC);
