-- expand: pictures of content for other sites, and clips that listeners make of it

-- A picture of a content, or of a zap to it, and what it shows: when that changes, it is drawn again.
CREATE TABLE card (
  -- The kind of content and its id.
  subject text PRIMARY KEY,
  -- Hashes of what it shows: of everything but the sats, and of the sats, which change often.
  look text NOT NULL,
  sats text NOT NULL,
  file_key text NOT NULL,
  drawn_at timestamptz NOT NULL,
  -- To the day: what nobody has requested for a month is deleted.
  requested_at timestamptz NOT NULL
);
CREATE INDEX card_unrequested ON card (requested_at);

-- May listeners make clips of what is published?
ALTER TABLE artist ADD COLUMN allows_clips boolean NOT NULL DEFAULT TRUE;
ALTER TABLE podcast ADD COLUMN allows_clips boolean NOT NULL DEFAULT TRUE;

CREATE SEQUENCE clip_turn;

-- A video of a part of a track or episode. Whoever asks for the same part gets the same clip.
CREATE TABLE clip (
  id uuid PRIMARY KEY,
  content_id uuid NOT NULL,
  -- The audio it was made of, because the artist may replace that.
  audio_key text NOT NULL,
  start_seconds integer NOT NULL CHECK (start_seconds >= 0),
  seconds integer NOT NULL CHECK (seconds BETWEEN 1 AND 60),
  shape text NOT NULL CHECK (shape IN ('square', 'tall')),
  -- Who requested it first; null: a visitor. For the queue, in which accounts and networks take turns.
  user_id uuid,
  queue_key text NOT NULL,
  turn bigint,
  state text NOT NULL CHECK (state IN ('waiting', 'processing', 'finished', 'failed')),
  progress real NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  lease uuid,
  leased_until timestamptz,
  -- The stored file, and its type: mp4 or webm.
  file_key text,
  bytes bigint,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  UNIQUE (audio_key, start_seconds, seconds, shape)
);
CREATE INDEX clip_waiting ON clip (created_at) WHERE state IN ('waiting', 'processing');
CREATE INDEX clip_by_age ON clip (created_at);
CREATE INDEX clip_of_user ON clip (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX clip_turn_of_key ON clip (queue_key, turn);
