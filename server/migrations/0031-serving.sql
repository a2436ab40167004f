-- What public pages ask for most, found without looking at everything.

-- Whether an album holds an explicit track is asked of every album in a list. Few tracks are, so this stays small; without
-- it PostgreSQL may read every track there is to answer for one page.
CREATE INDEX track_explicit ON track (album_id) WHERE is_explicit AND deleted_at IS NULL;

-- The releases of a genre, newest first.
CREATE INDEX album_of_genre ON album (genre_id, published_at DESC, id DESC) WHERE deleted_at IS NULL AND NOT is_draft;

-- All runs of three letters in a name, small: what holds some letters holds each three of them that stand side by side.
CREATE FUNCTION letter_triples(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(array_agg(DISTINCT substr(lower(name), place, 3)), '{}')
  FROM generate_series(1, length(lower(name)) - 2) place);
CREATE INDEX track_title_triples ON track USING gin (letter_triples(title)) WHERE deleted_at IS NULL;
CREATE INDEX album_title_triples ON album USING gin (letter_triples(title)) WHERE deleted_at IS NULL;
CREATE INDEX artist_name_triples ON artist USING gin (letter_triples(name)) WHERE deleted_at IS NULL;
