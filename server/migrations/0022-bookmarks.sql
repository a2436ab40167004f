-- expand: users remember seconds of tracks and episodes, with a note.
CREATE TABLE bookmark (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  content_id uuid NOT NULL,
  position_seconds integer NOT NULL CHECK (position_seconds >= 0),
  note text CHECK (note <> ''),
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, content_id, position_seconds)
);
CREATE INDEX bookmark_newest ON bookmark (user_id, created_at DESC, id DESC);
