-- expand: editors' lists, smart playlists, followed genres, and who wants no lists made for them.

-- Public playlists that operators list for a mood. The moods are in contract/listening/moods.ts.
CREATE TABLE editorial_list (
  mood text NOT NULL CHECK (mood ~ '^[a-z]+(-[a-z]+){0,2}$'),
  playlist_id uuid NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position > 0),
  listed_at timestamptz NOT NULL,
  PRIMARY KEY (mood, playlist_id)
);
CREATE INDEX editorial_list_playlist ON editorial_list (playlist_id);

-- Playlists that are filled by rules. Their entries are what the rules found when they were last kept: for covers and
-- counts in lists. The page of the playlist runs the rules again.
CREATE TABLE smart_playlist (
  playlist_id uuid PRIMARY KEY REFERENCES playlist (id) ON DELETE CASCADE,
  -- As in contract/listening/smart-playlists.ts.
  definition jsonb NOT NULL,
  filled_at timestamptz NOT NULL
);

CREATE TABLE followed_genre (
  user_id uuid NOT NULL,
  genre_id integer NOT NULL,
  followed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, genre_id)
);

-- Users who want no lists made from what they hear. The lists themselves are not stored.
CREATE TABLE taste_off (
  user_id uuid PRIMARY KEY,
  since timestamptz NOT NULL
);

-- For rules and radios: the newest tracks, and what a user has zapped.
CREATE INDEX track_newest ON track (published_at DESC, id DESC)
  WHERE deleted_at IS NULL AND NOT is_draft AND live_key IS NOT NULL;
