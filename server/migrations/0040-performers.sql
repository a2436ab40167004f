-- expand: releases and tracks have performers, tracks have discs, notes and an ISWC, artists have a location, genres and members.

-- Who performs an album or a track, in order. Naming an artist gives its owner no right and no money.
CREATE TABLE performer (
  -- The album itself or one of its tracks.
  content_id uuid NOT NULL REFERENCES content (id),
  album_id uuid NOT NULL REFERENCES album (id),
  position integer NOT NULL CHECK (position > 0),
  role text NOT NULL CHECK (role IN ('main', 'featured', 'with', 'remixer', 'producer')),
  -- As it was entered. Pages show the current name of a linked artist.
  name text NOT NULL CHECK (name <> ''),
  -- Null for a name only.
  artist_id uuid REFERENCES artist (id),
  -- Whether pages link to the artist: its owner has the album too, or has confirmed it.
  is_confirmed boolean NOT NULL,
  PRIMARY KEY (content_id, position),
  CHECK (artist_id IS NOT NULL OR NOT is_confirmed)
);
CREATE INDEX performer_of_artist ON performer (artist_id, album_id) WHERE artist_id IS NOT NULL;

-- What the owner of an artist answered about an album of somebody else on which it is named, and about its tracks.
CREATE TABLE performer_answer (
  artist_id uuid NOT NULL REFERENCES artist (id),
  album_id uuid NOT NULL REFERENCES album (id),
  -- False: it is not this artist, which cannot be named there again.
  is_confirmed boolean NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (artist_id, album_id)
);

-- Tracks are ordered by disc and then by position.
ALTER TABLE track
  ADD COLUMN disc integer NOT NULL DEFAULT 1 CHECK (disc BETWEEN 1 AND 99),
  -- Liner notes, as Markdown.
  ADD COLUMN notes text,
  ADD COLUMN iswc text;
-- The title of disc 1, of disc 2 and so on; '' for none.
ALTER TABLE album ADD COLUMN disc_titles text[] NOT NULL DEFAULT '{}';

-- Albums and tracks are found by their performers.
CREATE FUNCTION note_search_performers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (type, id)
  SELECT DISTINCT 'track', t.id FROM changed JOIN track t ON t.id = changed.content_id OR
    (changed.content_id = changed.album_id AND t.album_id = changed.album_id)
  UNION SELECT 'album', content_id FROM changed WHERE content_id = album_id;
  RETURN NULL;
END $$;

CREATE TRIGGER search_performer_new AFTER INSERT ON performer REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_performers();
CREATE TRIGGER search_performer_gone AFTER DELETE ON performer REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_performers();
CREATE TRIGGER search_performer_changed AFTER UPDATE ON performer REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_search_performers();

CREATE FUNCTION note_search_performed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (type, id)
  SELECT 'track', t.id FROM performer p JOIN track t ON t.id = p.content_id OR
    (p.content_id = p.album_id AND t.album_id = p.album_id) WHERE p.artist_id = NEW.id
  UNION SELECT 'album', p.album_id FROM performer p WHERE p.artist_id = NEW.id AND p.content_id = p.album_id;
  RETURN NULL;
END $$;

CREATE TRIGGER search_artist_performed AFTER UPDATE OF name, taken_down_at, deleted_at ON artist
  FOR EACH ROW WHEN ((OLD.name, OLD.taken_down_at, OLD.deleted_at) IS DISTINCT FROM
    (NEW.name, NEW.taken_down_at, NEW.deleted_at)) EXECUTE FUNCTION note_search_performed();

ALTER TABLE artist
  -- Where it comes from.
  ADD COLUMN location text,
  ADD COLUMN genre_ids integer[] NOT NULL DEFAULT '{}',
  -- In order: name, and the years from and until, which may be null.
  ADD COLUMN members jsonb NOT NULL DEFAULT '[]';

-- Artists are found by these too.
CREATE TRIGGER search_artist_facts AFTER UPDATE OF location, genre_ids, members ON artist
  FOR EACH ROW EXECUTE FUNCTION note_search_due('artist');
