-- expand: what is or was in an artist, an album or a podcast is found by an index, deleted rows included.

DROP INDEX album_of_artist;
CREATE INDEX album_of_artist ON album (artist_id, published_at DESC);
DROP INDEX track_of_album;
CREATE INDEX track_of_album ON track (album_id, position, id);
DROP INDEX episode_of_podcast;
CREATE INDEX episode_of_podcast ON episode (podcast_id, published_at DESC, position DESC);
