-- expand: episodes have own artwork, soundbites, a place and a licence; what is spoken in them can be searched

ALTER TABLE content_picture ADD COLUMN color_info jsonb;

ALTER TABLE episode
  ADD COLUMN artwork_key text,
  ADD COLUMN color_info jsonb,
  ADD COLUMN soundbites jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN location text,
  ADD COLUMN geo text,
  ADD COLUMN licence text;

-- What is spoken, for searching: the words of a minute of a transcript. `place` and `line_count` name its lines.
CREATE TABLE search_speech (
  episode_id uuid NOT NULL,
  place integer NOT NULL,
  line_count integer NOT NULL,
  words text[] NOT NULL,
  PRIMARY KEY (episode_id, place)
);
CREATE INDEX search_speech_words ON search_speech USING gin (words);

CREATE FUNCTION note_transcript_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_due (type, id) VALUES ('episode', coalesce(NEW.episode_id, OLD.episode_id));
  RETURN NULL;
END $$;
CREATE TRIGGER search_transcript AFTER INSERT OR DELETE ON transcript
  FOR EACH ROW EXECUTE FUNCTION note_transcript_due();
INSERT INTO search_due (type, id) SELECT 'episode', episode_id FROM transcript;
