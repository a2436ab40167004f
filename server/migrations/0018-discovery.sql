-- baseline: discovery: charts, search and similar artists. All of it is computed from other tables and may be emptied at any
-- time; background jobs fill it again.

-- When a chart was last computed. The row is locked meanwhile, so that one server computes it for all.
CREATE TABLE chart (
  phase text PRIMARY KEY CHECK (phase IN ('day', 'week', 'month')),
  computed_at timestamptz NOT NULL
);
INSERT INTO chart (phase, computed_at) VALUES ('day', '-infinity'), ('week', '-infinity'), ('month', '-infinity');

-- More places than a chart shows, so that content that is hidden later leaves no gap.
CREATE TABLE chart_place (
  phase text NOT NULL,
  place integer NOT NULL,
  content_id uuid NOT NULL,
  -- Its place the day before, among the same number of places. 0: the chart of the day before was empty.
  place_before integer,
  msat bigint NOT NULL,
  -- Of the last seven days, oldest first.
  msat_by_day bigint[] NOT NULL,
  PRIMARY KEY (phase, place)
);

-- Artists that the same users hear and pay. The influence of a play or zap fades with time (server/discovery/similar.ts).
CREATE TABLE similar_artist (
  artist_id uuid NOT NULL,
  similar_id uuid NOT NULL,
  closeness real NOT NULL CHECK (closeness > 0),
  PRIMARY KEY (artist_id, similar_id)
);
CREATE INDEX similar_artist_closest ON similar_artist (artist_id, closeness DESC);

-- When a slow job of this module last ran. The row is locked while it runs.
CREATE TABLE discovery_job (
  name text PRIMARY KEY,
  ran_at timestamptz NOT NULL
);
INSERT INTO discovery_job (name, ran_at) VALUES ('similar-artists', '-infinity'), ('search-weights', '-infinity');

-- One row for each thing that can be found. Words are folded: without accents, in lower case, in Latin script where there is
-- a customary transliteration (server/discovery/fold.ts).
CREATE TABLE search_entry (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Words of its own name, then those of what it belongs to.
  words text[] COLLATE "C" NOT NULL,
  own_words integer NOT NULL,
  -- Log2 of the sats it has received: 10 for a thousand sats, 20 for a million.
  weight smallint NOT NULL DEFAULT 0
);
CREATE INDEX search_entry_words ON search_entry USING gin (words);
CREATE INDEX search_entry_name ON search_entry (name);

-- Which entries have a word, by type and weight, so that a search reads only the entries that received most.
CREATE TABLE search_posting (
  word text COLLATE "C" NOT NULL,
  type text NOT NULL,
  weight smallint NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (word, type, weight, id)
);

-- Every word, and how many entries have it.
CREATE TABLE search_word (
  word text COLLATE "C" PRIMARY KEY,
  entries integer NOT NULL
);
-- Words with up to two of their first characters left out: two words that differ by a typing error have one in common.
CREATE TABLE search_typo (
  typo text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (typo, word)
);

-- What the search index has to update, in the order of the changes. Filled by the triggers below.
CREATE TABLE search_due (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  id uuid NOT NULL
);

CREATE FUNCTION note_search_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (type, id) VALUES (TG_ARGV[0], NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION note_search_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (type, id) VALUES (TG_ARGV[0], OLD.id);
  RETURN NULL;
END $$;

-- Entries carry the name of their artist, album or podcast, and are hidden with it.
CREATE FUNCTION note_search_family() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'artist' THEN
    INSERT INTO search_due (type, id)
    SELECT 'album', id FROM album WHERE artist_id = NEW.id
    UNION ALL SELECT 'track', t.id FROM track t JOIN album al ON al.id = t.album_id WHERE al.artist_id = NEW.id;
  ELSIF TG_ARGV[0] = 'album' THEN
    INSERT INTO search_due (type, id) SELECT 'track', id FROM track WHERE album_id = NEW.id;
  ELSE
    INSERT INTO search_due (type, id) SELECT 'episode', id FROM episode WHERE podcast_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER search_artist AFTER INSERT OR UPDATE OF name, taken_down_at, deleted_at ON artist
  FOR EACH ROW EXECUTE FUNCTION note_search_due('artist');
CREATE TRIGGER search_artist_family AFTER UPDATE OF name, taken_down_at, deleted_at ON artist
  FOR EACH ROW WHEN ((OLD.name, OLD.taken_down_at, OLD.deleted_at) IS DISTINCT FROM
    (NEW.name, NEW.taken_down_at, NEW.deleted_at)) EXECUTE FUNCTION note_search_family('artist');
CREATE TRIGGER search_album AFTER INSERT OR UPDATE OF title, artist_id, is_draft, deleted_at ON album
  FOR EACH ROW EXECUTE FUNCTION note_search_due('album');
CREATE TRIGGER search_album_family AFTER UPDATE OF artist_id, is_draft, deleted_at ON album
  FOR EACH ROW WHEN ((OLD.artist_id, OLD.is_draft, OLD.deleted_at) IS DISTINCT FROM
    (NEW.artist_id, NEW.is_draft, NEW.deleted_at)) EXECUTE FUNCTION note_search_family('album');
CREATE TRIGGER search_track AFTER INSERT OR UPDATE OF title, album_id, is_draft, live_key, deleted_at ON track
  FOR EACH ROW EXECUTE FUNCTION note_search_due('track');
CREATE TRIGGER search_podcast AFTER INSERT OR UPDATE OF name, is_draft, taken_down_at, deleted_at ON podcast
  FOR EACH ROW EXECUTE FUNCTION note_search_due('podcast');
CREATE TRIGGER search_podcast_family AFTER UPDATE OF name, is_draft, taken_down_at, deleted_at ON podcast
  FOR EACH ROW WHEN ((OLD.name, OLD.is_draft, OLD.taken_down_at, OLD.deleted_at) IS DISTINCT FROM
    (NEW.name, NEW.is_draft, NEW.taken_down_at, NEW.deleted_at)) EXECUTE FUNCTION note_search_family('podcast');
CREATE TRIGGER search_episode AFTER INSERT OR UPDATE OF title, is_draft, live_key, deleted_at ON episode
  FOR EACH ROW EXECUTE FUNCTION note_search_due('episode');
CREATE TRIGGER search_person AFTER INSERT OR UPDATE OF username, display_name, deleted_at ON person
  FOR EACH ROW EXECUTE FUNCTION note_search_due('profile');
CREATE TRIGGER search_playlist AFTER INSERT OR UPDATE OF title, visibility ON playlist
  FOR EACH ROW EXECUTE FUNCTION note_search_due('playlist');
CREATE TRIGGER search_playlist_gone AFTER DELETE ON playlist
  FOR EACH ROW EXECUTE FUNCTION note_search_gone('playlist');
